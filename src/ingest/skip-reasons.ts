/** Why a file or folder was left out; counted by these words. */
export const SKIPPED = {
  never: 'folder that is never read',
  ignored: 'ignored by .gitignore',
  excluded: 'matches an exclude glob',
  notIncluded: 'matches no include glob',
  symbolicLink: 'symbolic link',
  special: 'not a regular file',
  tooLarge: 'larger than corpus.maxFileBytes of grk.config.json',
  empty: 'empty',
  otherPath: 'reached by another path too',
  binary: 'binary (holds a NUL byte)',
} as const;

export interface Skip {
  /** Relative to the base, POSIX, NFC; folders end with a slash. */
  readonly path: string;
  readonly reason: string;
}

/** `3 × empty, 1 × symbolic link`, most frequent first. */
export function countSkips(skips: readonly Skip[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of skips) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([reason, count]) => `${count} × ${reason}`)
    .join(', ');
}
