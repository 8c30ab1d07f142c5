import ignore from 'ignore';

/** The rules of all `.gitignore` files met so far. Paths are relative to one base, POSIX, NFC. */
export interface IgnoreRules {
  /** Adds the file of a folder (`''` for the base, else without a slash at the end); outer folders come first. */
  add(folder: string, text: string): void;
  /** Folders are asked for with a slash at the end, each before what lies in it. */
  ignores(path: string): boolean;
}

/**
 * Git's semantics: the last rule that matches decides, deeper files override outer ones, `!` takes a path back unless
 * a folder above it is ignored. Case counts on every system, so that a corpus is the same everywhere.
 */
export function ignoreRules(): IgnoreRules {
  const rules = ignore({ ignorecase: false });
  return {
    add(folder, text) {
      const lines = text.normalize('NFC').split(/\r?\n/);
      rules.add(folder === '' ? lines : lines.map((line) => rebased(folder, line)));
    },
    ignores: (path) => rules.ignores(path),
  };
}

/** A rule of a nested file as one of the base: anchored below its folder, at any depth unless it holds a slash. */
function rebased(folder: string, line: string): string {
  if (line.trim() === '' || line.startsWith('#')) return '';
  const negation = line.startsWith('!') ? '!' : '';
  const pattern = line.slice(negation.length).replace(/^\\([#!])/, '$1');
  const isAnchored = /\/(?=\S)/.test(pattern);
  const below = `/${folder.replace(/[\\*?[\]]/g, '\\$&')}/`;
  return negation + below + (isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`);
}
