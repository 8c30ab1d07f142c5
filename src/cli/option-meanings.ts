import type { CommandName } from './command-table.ts';
import { OPTIONS, type OptionName, type OptionSpec } from './options.ts';

const OVER_GOLDEN = 'Replace the golden set that is there';
const GATES_OF_REPORT = 'Gate beside those that the report declares (repeatable); without a value: significant';
const WITH_BASELINE = 'Report that this one is held against';
const IMAGE_FILE = 'File to write, or a folder for several charts; default: standard output';
const UNDECIDED_FAILS = 'A gate that cannot be decided does not pass (exit 4)';

/** What an option means in one command, where the general words would say too much or too little. */
const MEANINGS: Readonly<Partial<Record<CommandName, Readonly<Partial<Record<OptionName, string>>>>>> = {
  ingest: {
    collection: 'Collection to write; default: that of the configuration',
    dense: 'Embed passages too; --no-dense indexes for bm25 only',
    strict: 'The first file that cannot be read ends the ingest, instead of being left out',
    'dry-run': 'Show what would be done and what the documents are like, and write nothing',
  },
  evalRun: { report: 'html: write a page beside the report too' },
  search: {
    collection: 'Collection to read; default: that of the configuration',
    'top-k': 'How many hits to show; default 10',
  },
  goldenInit: { corpus: 'Folder of the documents, or a corpus.jsonl; default: docs, where it is there' },
  goldenImport: {
    out: 'Folder to write (required)',
    split: 'beir: only this split; else the split of topics that name none, default test',
    strict: 'Refuse judgments of documents that the corpus lacks, instead of leaving them out',
    force: OVER_GOLDEN,
  },
  goldenTexts: { out: 'JSONL file to write; default: standard output' },
  goldenAdd: {
    category: 'Category of a new topic; default uncategorised',
    split: 'Split of a new topic; default dev',
    grade: 'Required: 0 is judged not relevant, 3 answers fully',
    mode: 'How --hit searches; default bm25',
  },
  goldenPool: {
    out: 'File to write: .tsv or .jsonl',
    stage: 'Only this stage of the reports, by id or name (repeatable)',
    force: 'Overwrite a pool file that is there',
    'dry-run': 'With --read: say what would be added, and write nothing',
  },
  evalScore: { split: 'Split of a BEIR folder or golden set, or all; default dev, else test, else the only one' },
  evalCompare: {
    golden: 'Golden set whose judgments --rescore uses',
    stage: 'Only this stage, by id or name',
    category: 'Only topics of this category; exploratory',
    split: 'With --qrels: split of a BEIR folder or golden set, or all; default dev, else test, else the only one',
  },
  evalGate: { baseline: WITH_BASELINE, gate: GATES_OF_REPORT, strict: UNDECIDED_FAILS },
  evalAccept: { baseline: 'Baseline to write (required)' },
  reportJunit: {
    baseline: WITH_BASELINE,
    gate: GATES_OF_REPORT,
    strict: UNDECIDED_FAILS,
    out: 'File to write; default: standard output',
  },
  reportMarkdown: {
    baseline: WITH_BASELINE,
    gate: GATES_OF_REPORT,
    strict: UNDECIDED_FAILS,
    out: 'File to write; default: standard output',
  },
  reportHtml: { out: 'File to write; default: standard output' },
  reportSvg: { out: IMAGE_FILE },
  reportPng: { out: 'File to write, or a folder for several charts (required)' },
  reportCsv: { out: 'File to write; default: standard output' },
  modelsFetch: { to: 'Folder to make; default: one in .grk/models' },
  modelsDistill: { to: 'Folder to write; there must be none (required)' },
  reportTrec: { stage: 'Stage, by id or name', out: 'File to write; default: standard output' },
};

/** How an option is described in the help of a command. */
export function optionIn(command: CommandName, name: OptionName): OptionSpec {
  const spec: OptionSpec = OPTIONS[name];
  const describe = MEANINGS[command]?.[name];
  return describe === undefined ? spec : { ...spec, describe };
}
