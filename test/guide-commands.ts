export interface GuideCommand {
  /** From 1. */
  readonly line: number;
  /** Words behind `grk`, as a shell would give them. */
  readonly words: readonly string[];
  readonly text: string;
}

/** Every call of `grk` in the shell blocks of a Markdown text. */
export function guideCommands(markdown: string): GuideCommand[] {
  let isShell = false;
  let isFenced = false;
  return markdown.split('\n').flatMap((text, i) => {
    const [, language] = /^```(\w*)/.exec(text) ?? [];
    if (language !== undefined) {
      isFenced = !isFenced;
      isShell = isFenced && ['bash', 'sh'].includes(language);
      return [];
    }
    const words = isShell ? shellWords(text) : [];
    const at = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
    return words[at] === 'grk' ? [{ line: i + 1, words: words.slice(at + 1), text }] : [];
  });
}

const WORD = /(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\;|&#]|(?<=\S)#)+/y;

/** The words of the first simple command of a line: up to a comment, a pipe, a `;` or a `&`. */
function shellWords(line: string): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    WORD.lastIndex = at;
    const [word] = WORD.exec(line) ?? [];
    if (word === undefined) {
      if (line[at] !== ' ') break;
      at++;
      continue;
    }
    words.push(unquoted(word));
    at += word.length;
  }
  return words;
}

function unquoted(word: string): string {
  return word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, (_, double?: string, single?: string, bare?: string) => {
    return double?.replace(/\\([$`"\\])/g, '$1') ?? single ?? bare ?? '';
  });
}

/** The JSON blocks of a Markdown text, as they are printed. */
export function jsonBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
}
