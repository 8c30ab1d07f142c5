import { GOLDEN_COMMANDS } from './golden-commands.ts';
import { INDEX_COMMANDS } from './index-commands.ts';
import { MODEL_COMMANDS } from './model-commands.ts';
import type { OptionName } from './options.ts';

/** One command of the tree, described once for parsing, help and typo hints. */
export interface CommandSpec {
  /** Words of the command: `eval`, `golden check`. */
  readonly path: string;
  /** Positional arguments in yargs form. */
  readonly positional: string;
  readonly positionals?: Readonly<Record<string, string>>;
  readonly describe: string;
  /** Runs when its group is named alone. */
  readonly isDefault?: boolean;
  readonly options: readonly OptionName[];
  readonly examples: readonly (readonly [command: string, meaning: string])[];
}

export const COMMANDS = {
  init: {
    path: 'init',
    positional: '',
    describe: 'Write a grk.config.json and explain every choice in it',
    options: ['golden', 'embedder', 'reranker', 'yes', 'force'],
    examples: [
      ['grk init', 'start a project in this folder; a person is asked, a script is not'],
      ['grk init --golden golden/mine --set lexical.k1=1.2', 'with these settings, and defaults for the rest'],
    ],
  },
  ingest: {
    path: 'ingest',
    positional: '<paths..>',
    positionals: { paths: 'Files or folders to index' },
    describe: 'Make a collection hold what files and folders hold; only what changed is cut and embedded',
    options: ['collection', 'embedder', 'dense', 'rebuild', 'dry-run', 'strict', 'allow-mass-delete'],
    examples: [
      ['grk ingest docs', 'index a folder, with vectors'],
      ['grk ingest docs README.md --no-dense', 'bm25 only'],
      ['grk ingest docs --dry-run', 'what would change, and what the documents are like; nothing is written'],
    ],
  },
  search: {
    path: 'search',
    positional: '<query..>',
    positionals: { query: 'Words to search for' },
    describe: 'Search a collection',
    options: ['mode', 'top-k', 'rerank', 'explain', 'filter', 'verify', 'collection', 'embedder'],
    examples: [
      ['grk search "restore a single file"', 'bm25, the default'],
      ['grk search --mode hybrid --explain "restore a file"', 'each leg’s rank and contribution'],
      ['grk search --mode hybrid --rerank "restore a file"', 'the best 50 in the order of the reranker'],
      ['grk search --filter ext=md --filter "date>=2024-01-01" retention', 'only documents with that metadata'],
      ['grk search --verify retention', 'each hit held against its source'],
    ],
  },
  ...INDEX_COMMANDS,
  ...MODEL_COMMANDS,
  ...GOLDEN_COMMANDS,
  evalRun: {
    path: 'eval run',
    positional: '[suite]',
    isDefault: true,
    positionals: { suite: 'Suite file; default: bm25, dense, fusion, rerank by the configuration' },
    describe: 'Measure the stages of a pipeline on a golden set',
    options: [
      'golden',
      'split',
      'topics',
      'category',
      'measures',
      'embedder',
      'dense',
      'reranker',
      'top-k',
      'exclude-self',
      'repeats',
      'out',
      'text',
      'report',
      'open',
      'baseline',
      'gate',
      'strict',
    ],
    examples: [
      ['grk eval --golden golden/handbook', 'all stages on the dev split'],
      ['grk eval --report html --open', 'a page beside the report, shown in the browser'],
      ['grk eval my.suite.json --split test --out report.json', 'a suite of variants'],
      ['grk eval --no-dense --set lexical.k1=1.5', 'bm25 only, another k1'],
      ['grk eval --baseline evals/baselines/main.json --gate', 'exit 3 on a supported regression'],
    ],
  },
  evalScore: {
    path: 'eval score',
    positional: '<qrels> <runs..>',
    positionals: {
      qrels: 'Qrels in TREC or BEIR form (.gz too), a golden set or BEIR folder, or - for standard input',
      runs: 'Run files (.gz too, or -), then measures; default: nDCG@10, RR@10, R@10, Success@1',
    },
    describe: 'Score run files against judgments, as trec_eval -c does',
    options: ['per-topic', 'format', 'split', 'compat'],
    examples: [
      ['grk eval score qrels.txt bm25.run nDCG@10 AP', 'two measures of one run'],
      ['grk eval score -q --format tsv qrels.txt a.run b.run.gz "P(rel=2)@5"', 'each topic of two runs'],
      ['grk eval score beir/scifact run.txt ndcg_cut.10 map P[rel=2]@5', 'a BEIR folder; names of trec_eval'],
      ['zcat run.gz | grk eval score qrels.txt - RR@10 --json', 'a run from standard input'],
    ],
  },
  evalCompare: {
    path: 'eval compare',
    positional: '<files..>',
    positionals: { files: 'Reports, the first of which is the baseline; with --qrels run files, then measures' },
    describe: 'Compare stored reports or run files: what differs, verdicts, evidence, which topics moved',
    options: [
      'stage',
      'against',
      'measure',
      'slice',
      'category',
      'allow-drift',
      'rescore',
      'golden',
      'qrels',
      'split',
      'compat',
      'correction',
      'top',
    ],
    examples: [
      ['grk eval compare old.json new.json', 'every stage against its namesake'],
      ['grk eval compare a.json --stage fusion --against bm25', 'two stages of one report'],
      ['grk eval compare old.json new.json --rescore --golden golden/handbook', 'by judgments that were mended since'],
      ['grk eval compare --qrels qrels.txt a.run b.run c.run nDCG@10 AP', 'run files, by trec_eval’s rules'],
    ],
  },
  evalPlan: {
    path: 'eval plan',
    positional: '[suite]',
    positionals: { suite: 'Suite file; default: as for grk eval' },
    describe: 'Say what an eval would run and compare, and run nothing',
    options: [
      'golden',
      'split',
      'topics',
      'category',
      'measures',
      'embedder',
      'dense',
      'top-k',
      'exclude-self',
      'baseline',
      'gate',
      'strict',
    ],
    examples: [
      ['grk eval plan my.suite.json', 'stages, topics, measures, size of the family, gates'],
      ['grk eval plan --baseline evals/baselines/main.json --gate', 'with what its values let be detected'],
    ],
  },
  evalGate: {
    path: 'eval gate',
    positional: '<file>',
    positionals: { file: 'Report JSON' },
    describe: 'Hold a stored report against a baseline, as grk eval --gate does',
    options: ['baseline', 'gate', 'strict'],
    examples: [
      [
        'grk eval gate report.json --baseline evals/baselines/main.json',
        'the gates that it declares, else significant',
      ],
      ['grk eval gate r.json --baseline b.json --gate non-inferior:0.02', 'a loss beyond .02 must be ruled out'],
    ],
  },
  evalAccept: {
    path: 'eval accept',
    positional: '<file>',
    positionals: { file: 'Report JSON' },
    describe: 'Make a report the baseline, and say what that changes',
    options: ['baseline', 'allow'],
    examples: [['grk eval accept report.json --baseline evals/baselines/main.json', 'the only way a baseline changes']],
  },
  reportJunit: {
    path: 'report junit',
    positional: '<file>',
    positionals: { file: 'Report JSON' },
    describe: 'Gates of a stored report as JUnit XML; exits as grk eval gate does',
    options: ['baseline', 'gate', 'strict', 'out'],
    examples: [['grk report junit report.json --baseline b.json --gate --out gates.xml', 'one test case per gate']],
  },
  reportMarkdown: {
    path: 'report markdown',
    positional: '<file>',
    positionals: { file: 'Report JSON' },
    describe: 'A stored report for a pull request; with a baseline, its gates, and exits as grk eval gate does',
    options: ['baseline', 'gate', 'strict', 'out'],
    examples: [['grk report markdown report.json --baseline b.json --gate', 'verdict first, then deltas and topics']],
  },
  reportShow: {
    path: 'report show',
    positional: '<file>',
    positionals: { file: 'Report JSON' },
    describe: 'Print the tables of a stored report; deltas are derived anew',
    options: [],
    examples: [['grk report show report.json', 'what grk eval printed']],
  },
  reportTrec: {
    path: 'report trec',
    positional: '<file>',
    positionals: { file: 'Report JSON' },
    describe: 'Export a ranking or the judgments of a report for trec_eval and its kin',
    options: ['what', 'stage', 'out'],
    examples: [
      ['grk report trec report.json --stage default/fusion --out fusion.run', 'six columns, scores strictly falling'],
      ['grk report trec report.json --what qrels --out qrels.txt', 'the topics that the means are over'],
    ],
  },
  reportHtml: {
    path: 'report html',
    positional: '<files..>',
    positionals: { files: 'Report JSON; of several the first is the baseline' },
    describe: 'A page of stored reports: one file that loads nothing, for a browser',
    options: ['out', 'open'],
    examples: [
      ['grk report html report.json --out report.html --open', 'verdict, charts, tables, every topic'],
      ['grk report html old.json new.json --out change.html', 'what changed between two reports'],
    ],
  },
  reportSvg: {
    path: 'report svg',
    positional: '<files..>',
    positionals: { files: 'Report JSON; of several the first is the baseline' },
    describe: 'Draw a chart of stored reports as SVG',
    options: ['chart', 'out', 'spec', 'theme'],
    examples: [
      ['grk report svg report.json --out delta.svg', 'differences with their intervals'],
      ['grk report svg report.json --chart all --out charts/', 'every chart there is'],
      ['grk report svg old.json new.json --chart topics', 'which topics moved between two reports'],
      ['grk report svg report.json --spec', 'Vega-Lite, to paste into the Vega editor'],
    ],
  },
  reportPng: {
    path: 'report png',
    positional: '<files..>',
    positionals: { files: 'Report JSON; of several the first is the baseline' },
    describe: 'Draw a chart of stored reports as PNG',
    options: ['chart', 'out', 'spec', 'theme'],
    examples: [
      ['grk report png report.json --chart recall --theme dark --out recall.png', 'text drawn with a font of grk'],
    ],
  },
  reportCsv: {
    path: 'report csv',
    positional: '<files..>',
    positionals: { files: 'Report JSON' },
    describe: 'Every topic of stored reports with the values of every stage, unrounded',
    options: ['out'],
    examples: [['grk report csv old.json new.json --out topics.csv', 'one row per report, topic and stage']],
  },
  configShow: {
    path: 'config show',
    positional: '',
    describe: 'Print the configuration in force',
    options: ['origin'],
    examples: [['grk config show --origin', 'default, file, env or flag for each key']],
  },
  doctor: {
    path: 'doctor',
    positional: '',
    describe: 'Say what is installed, which models are there, and what would run',
    options: [],
    examples: [['grk doctor', 'nothing is changed']],
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof COMMANDS;
