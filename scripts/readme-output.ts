const BEGIN = '<!-- sample:begin -->\n```text\n';
const END = '```\n<!-- sample:end -->';

/** The first table and the verdicts of `reports/show.txt`; what is left out is a line of its own. */
export function excerpt(shown: string): string {
  const parts = shown.split('\n\n');
  const verdict = parts.find((part) => part.startsWith('verdict\n'));
  const [head, stages] = parts;
  if (verdict === undefined || stages === undefined) throw new Error('the sample has no stages or no verdict');
  return `${[head, stages, '…', verdict].join('\n\n')}\n`;
}

/** The README with an excerpt put between its marks. */
export function withExcerpt(readme: string, text: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('the README has lost its sample marks');
  return `${readme.slice(0, begin + BEGIN.length)}${text}${readme.slice(end)}`;
}
