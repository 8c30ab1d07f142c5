import { COMMANDS } from '../src/cli/command-table.ts';

/** One call of `grk` and what it makes. */
export interface Sample {
  /** File or folder below `reports/`. */
  readonly file: string;
  readonly what: string;
  /** `OUT` stands for where the file goes; without it, it holds what is printed. */
  readonly args: readonly string[];
}

const OUT = 'OUT';
const DEFAULT = 'reports/default.json';
const NEW = 'reports/new.json';
const BASELINE = 'evals/baselines/handbook.json';
const MEASURE = ['--quiet', '--out', OUT];

/** What is measured: the default stages, and the suite of the baseline with one setting changed. */
export const REPORTS: readonly Sample[] = [
  {
    file: 'default.json',
    what: 'the default stages',
    // As deep as the reranker reads.
    args: ['eval', '--golden', 'golden/handbook', '--top-k', '50', ...MEASURE],
  },
  {
    file: 'new.json',
    what: 'a change to be reviewed: bm25 without the length of passages',
    args: [
      ...['eval', 'evals/handbook.suite.json', '--no-gate', '--no-text', '--top-k', '10'],
      ...['--set', 'lexical.b=0', ...MEASURE],
    ],
  },
];

const RENDERINGS: readonly Sample[] = [
  { file: 'show.txt', what: 'terminal', args: ['report', 'show', DEFAULT] },
  { file: 'page.html', what: 'one page, to open in a browser', args: ['report', 'html', DEFAULT, '--out', OUT] },
  { file: 'charts', what: 'SVG, every chart', args: ['report', 'svg', DEFAULT, '--chart', 'all', '--out', OUT] },
  { file: 'delta-dark.svg', what: 'SVG, dark', args: ['report', 'svg', DEFAULT, '--theme', 'dark', '--out', OUT] },
  { file: 'delta.png', what: 'PNG', args: ['report', 'png', DEFAULT, '--out', OUT] },
  { file: 'delta.vl.json', what: 'Vega-Lite', args: ['report', 'svg', DEFAULT, '--spec', '--out', OUT] },
  { file: 'topics.csv', what: 'CSV, unrounded', args: ['report', 'csv', DEFAULT, '--out', OUT] },
  { file: 'compare.txt', what: 'terminal, two reports', args: ['eval', 'compare', BASELINE, NEW] },
  {
    file: 'compare-topics.svg',
    what: 'SVG, two reports',
    args: ['report', 'svg', BASELINE, NEW, '--chart', 'topics', '--out', OUT],
  },
  {
    file: 'summary.md',
    what: 'Markdown, for a pull request',
    args: ['report', 'markdown', NEW, '--baseline', BASELINE, '--out', OUT],
  },
  {
    file: 'gates.xml',
    what: 'JUnit, for a build server',
    args: ['report', 'junit', NEW, '--baseline', BASELINE, '--out', OUT],
  },
];

const known = new Set(Object.values(COMMANDS).map(({ path }): string => path));

/** What the renderers make of the reports. */
export const RENDERED = RENDERINGS.filter(({ args }) => known.has(args.slice(0, 2).join(' ')));

/** `reports/README.md`. */
export function samplesReadme(): string {
  const rows = [...REPORTS, ...RENDERED].map(
    ({ file, what, args }) => `| [${file}](${file}) | ${what} | \`${commandOf(file, args)}\` |`,
  );
  return [
    '# Samples',
    '',
    'What each renderer makes of the handbook golden set. `npm run samples` writes this folder anew; `npm run check` fails where it',
    'is not what the sources make. Times, and the machine that took them, are those of the run that wrote the reports.',
    '',
    '| file | what | made by |',
    '|---|---|---|',
    ...rows,
    '',
    'Pictures of the page in Chromium, made by `npx tsx scripts/page-screenshots.ts reports/page.html`: [light](page-light.png),',
    '[dark](page-dark.png), [narrow](page-phone.png), [a topic opened](page-topic.png).',
    '',
  ].join('\n');
}

/** As it would be typed in the root of the project. */
function commandOf(file: string, args: readonly string[]): string {
  const typed = args.filter((word) => word !== '--quiet').map((word) => (word === OUT ? `reports/${file}` : word));
  return ['grk', ...typed, ...(args.includes(OUT) ? [] : [`> reports/${file}`])].join(' ');
}
