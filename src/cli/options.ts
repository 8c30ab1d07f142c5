import { ALL_CHARTS, CHARTS, THEMES } from '../contracts/charts.ts';
import { BARE_GATE } from '../contracts/gate.ts';

/** `--rerank` without an id. */
export const CONFIGURED_RERANKER = 'configured';

/** One option of the command line, described once for parsing, help and typo hints. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean' | 'number' | 'array';
  readonly describe: string;
  readonly alias?: string;
  readonly choices?: readonly string[];
  /** What the option means where no value follows it. */
  readonly bare?: string;
  /** Its value stands behind `=` alone: what follows is another argument. */
  readonly isInline?: true;
  /** Dotted configuration key that the option sets. */
  readonly sets?: string;
}

/** Options that every command has. */
export const COMMON_OPTIONS = {
  config: { type: 'string', describe: 'Configuration file; default: grk.config.json of the project' },
  set: { type: 'array', describe: 'Set any configuration key for this run: --set lexical.k1=1.2' },
  json: { type: 'boolean', describe: 'Print data as JSON on stdout' },
  quiet: { type: 'boolean', alias: 'q', describe: 'No notices and no progress on stderr' },
  color: { type: 'boolean', describe: 'Colour on a terminal; --no-color turns it off' },
  verbose: { type: 'boolean', describe: 'Show the stack and causes of an error' },
} as const satisfies Record<string, OptionSpec>;

/** Options with one meaning in every command that has them. */
export const OPTIONS = {
  golden: { type: 'string', describe: 'Golden set: a folder in grk or BEIR form', sets: 'golden' },
  split: {
    type: 'string',
    describe: 'Split of topics, or all; default dev, else test, else the only one',
  },
  topics: { type: 'string', describe: 'Glob over topic ids' },
  category: { type: 'array', describe: 'Category of topics (repeatable)' },
  measures: { type: 'string', describe: 'More measures to compute, comma-separated: P@5,nDCG@20' },
  embedder: { type: 'string', describe: 'static:shipped, static:PATH, transformers:PATH, or hash', sets: 'embedder' },
  reranker: {
    type: 'string',
    describe: 'combined(cross-tiny), the default, cross-encoder:PATH, scripted:PATH, … or none',
    sets: 'reranker',
  },
  'top-k': { type: 'number', describe: 'How many passages to keep and score per topic; default 100' },
  repeats: {
    type: 'number',
    describe: 'Run each topic so often to time it, stages interleaved: 2 or more compare latency',
  },
  out: { type: 'string', alias: 'o', describe: 'Report file to write; default: one in .grk/reports' },
  dense: { type: 'boolean', describe: 'Stages that need vectors; --no-dense leaves them out' },
  text: { type: 'boolean', describe: 'Store passage texts in the report; --no-text leaves them out' },
  'exclude-self': { type: 'boolean', describe: 'Leave out a document whose id is the topic’s id', sets: 'excludeSelf' },
  collection: { type: 'string', describe: 'Collection to write or read', sets: 'collection' },
  rebuild: { type: 'boolean', describe: 'Build the collection anew though its configuration differs' },
  mode: { type: 'string', choices: ['bm25', 'dense', 'hybrid'], describe: 'How to search; default bm25' },
  explain: { type: 'boolean', describe: 'Show each leg’s rank and contribution per hit' },
  rerank: {
    type: 'string',
    bare: CONFIGURED_RERANKER,
    isInline: true,
    describe: 'Rerank the best 50 hits by the configured reranker, or by --rerank=ID',
  },
  filter: {
    type: 'array',
    describe: 'Only documents with this metadata: key=value, key!=value, key>=value … (repeatable, all must hold)',
  },
  verify: { type: 'boolean', describe: 'Read the source of each hit again, and say whether it still stands there' },
  evals: { type: 'boolean', describe: 'All indexes of evals; the next eval builds what it needs' },
  yes: { type: 'boolean', alias: 'y', describe: 'Do not ask' },
  force: { type: 'boolean', describe: 'Overwrite what is there' },
  'per-topic': { type: 'boolean', alias: 'q', describe: 'Print the value of each topic too' },
  format: { type: 'string', choices: ['table', 'tsv'], describe: 'How to print; default table' },
  compat: { type: 'string', choices: ['trec_eval-9'], describe: 'Compare scores in 32 bits, as trec_eval 9 did' },
  baseline: { type: 'string', describe: 'Report that gates hold this run against' },
  gate: {
    type: 'array',
    bare: BARE_GATE,
    describe:
      '[STAGE=]KIND[:margin][@measure[/slice]], KIND any-loss, significant (the default) or non-inferior (repeatable); --no-gate ignores those of the suite',
  },
  strict: {
    type: 'boolean',
    describe: 'A gate that cannot be decided does not pass (exit 4)',
  },
  allow: {
    type: 'array',
    choices: ['structural', 'failed-topics'],
    describe: 'Accept a report although it has structural stages or failed topics (repeatable)',
  },
  qrels: { type: 'string', describe: 'Judgments for run files: qrels (.gz too), a golden set or BEIR folder, or -' },
  against: { type: 'string', describe: 'Stage of the baseline report to compare with; default: the namesake' },
  measure: { type: 'string', describe: 'Read another primary measure than the declared one; exploratory' },
  slice: { type: 'string', describe: 'Only topics with this label; exploratory' },
  'allow-drift': { type: 'boolean', describe: 'Compare other judgments or topics over what both share, and say so' },
  rescore: {
    type: 'boolean',
    describe: 'Score stored rankings by --golden, else by the judgments in the newest report',
  },
  correction: { type: 'string', choices: ['holm', 'bh'], describe: 'For many comparisons; default holm' },
  top: { type: 'number', describe: 'How many topics to show that lost, and that won; default 5' },
  name: { type: 'string', describe: 'Name of the golden set; default: that of its folder' },
  map: { type: 'array', describe: 'What a field is called in the file: --map query=question (repeatable)' },
  doc: { type: 'string', describe: 'Document id: its path below the corpus, or its _id' },
  quote: { type: 'string', describe: 'Exact text of the document that is judged' },
  lines: { type: 'string', describe: 'Lines of the document that are judged: 12 or 12-20' },
  occurrence: { type: 'number', describe: 'Which occurrence of the quote, from 1' },
  grade: { type: 'number', describe: '0 is judged not relevant; higher is more relevant' },
  topic: { type: 'string', describe: 'Topic id; default: the topic with that query, or an id made from it' },
  hit: { type: 'number', describe: 'Judge the passage at this rank of a search of the corpus' },
  'allow-mass-delete': { type: 'boolean', describe: 'Let an ingest remove a large part of the collection' },
  'dry-run': { type: 'boolean', describe: 'Show what would be written, and write nothing' },
  depth: { type: 'number', describe: 'How far down each ranking to look; default 10' },
  seed: { type: 'number', describe: 'Another number gives another order; default 1' },
  read: { type: 'string', describe: 'A pool file with grades to read back' },
  stage: {
    type: 'array',
    describe: 'Stage, by id or name (repeatable)',
  },
  chart: { type: 'array', choices: [...CHARTS, ALL_CHARTS], describe: 'What to draw (repeatable); default delta' },
  open: { type: 'boolean', describe: 'Show the page in the browser of the desktop' },
  spec: { type: 'boolean', describe: 'The Vega-Lite specification, its data inside, in place of the image' },
  theme: { type: 'string', choices: THEMES, describe: 'Colours of the image; default light' },
  what: { type: 'string', choices: ['run', 'qrels'], describe: 'What to export; default run' },
  report: { type: 'string', describe: 'Report whose differences say what this many topics can show' },
  dtype: { type: 'string', describe: 'Number format of the weights, where a model has several: fp32, fp16, q8, …' },
  'max-size': { type: 'string', describe: 'Fetch no more than this without asking: 500MB, 2GB; default 1GB' },
  to: { type: 'string', describe: 'Folder to make' },
  corpus: { type: 'array', describe: 'File or folder whose passages the teacher reads (repeatable)' },
  texts: {
    type: 'string',
    describe: 'File of texts that the teacher reads: one per line, or .jsonl rows with a "text"',
  },
  dimensions: { type: 'number', describe: 'Dimensions of the new embedder; default 256' },
  passages: { type: 'number', describe: 'How many passages to use at most; default 20000' },
  origin: { type: 'boolean', describe: 'Show where each value comes from' },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;
