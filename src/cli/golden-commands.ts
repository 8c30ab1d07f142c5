import type { CommandSpec } from './command-table.ts';

/** Commands that make, check and use golden sets. */
export const GOLDEN_COMMANDS = {
  goldenInit: {
    path: 'golden init',
    positional: '<folder>',
    positionals: { folder: 'Folder of the new golden set' },
    describe: 'Begin a golden set about your documents, without topics',
    options: ['corpus'],
    examples: [['grk golden init golden/mine --corpus docs', 'then grk golden add']],
  },
  goldenCheck: {
    path: 'golden check',
    positional: '',
    describe: 'Check a golden set: ids, quotes, spans, duplicates, overlap, balance',
    options: ['golden'],
    examples: [['grk golden check --golden golden/handbook', 'every finding with file and line']],
  },
  goldenImport: {
    path: 'golden import',
    positional: '<format> <paths..>',
    positionals: {
      format: 'beir, trec or jsonl',
      paths: 'beir: FOLDER · trec: TOPICS QRELS CORPUS · jsonl: ROWS CORPUS (a corpus is a folder or a .jsonl file)',
    },
    describe: 'Write a golden set folder from topics and judgments in another form',
    options: ['out', 'name', 'split', 'map', 'strict', 'force'],
    examples: [
      ['grk golden import beir scifact --out golden/scifact', 'all splits of a BEIR folder; --split for one'],
      ['grk golden import trec topics.txt qrels.txt docs --out golden/mine', 'TREC topics and qrels'],
      ['grk golden import jsonl qa.jsonl docs --map query=question --out golden/qa', 'rows {topicId, query, gold}'],
    ],
  },
  goldenAdd: {
    path: 'golden add',
    positional: '<query..>',
    positionals: { query: 'The query of the topic' },
    describe: 'Add one judgment to a golden set: a quote, lines, or a search hit',
    options: [
      'golden',
      'doc',
      'quote',
      'occurrence',
      'lines',
      'hit',
      'mode',
      'grade',
      'topic',
      'category',
      'split',
      'embedder',
      'dry-run',
    ],
    examples: [
      ['grk golden add "rotate a key" --doc keys.md --quote "Run keys rotate" --grade 3', 'by document and quote'],
      ['grk golden add "rotate a key" --hit 2 --grade 1', 'the second hit of a search, as lines'],
      ['grk golden add "rotate a key" --doc old.md --lines 3-9 --grade 0 --dry-run', 'judged not relevant; only shown'],
    ],
  },
  goldenPool: {
    path: 'golden pool',
    positional: '[sources..]',
    positionals: { sources: 'Reports of grk eval, or run files (document unit)' },
    describe: 'Write what stages returned and nobody judged into a file to grade, or read the grades back',
    options: ['golden', 'depth', 'stage', 'seed', 'out', 'read', 'force', 'dry-run'],
    examples: [
      ['grk golden pool report.json --depth 10 --out pool.tsv', 'blind and shuffled: no stage, rank or score'],
      ['grk golden pool a.run b.run --out pool.jsonl', 'documents of run files'],
      ['grk golden pool --read pool.tsv', 'grades become judgments; rows without a grade stay unjudged'],
    ],
  },
  goldenStats: {
    path: 'golden stats',
    positional: '',
    describe: 'Count a golden set: topics, grades, overlap, leakage, near-duplicates, power',
    options: ['golden', 'report'],
    examples: [
      ['grk golden stats --golden golden/handbook', 'by category, split and slice'],
      ['grk golden stats --report report.json', 'and what its topics could detect'],
    ],
  },
  goldenTexts: {
    path: 'golden texts',
    positional: '',
    describe: 'Write every text that an eval embeds, to make vectors of them elsewhere',
    options: ['golden', 'out'],
    examples: [
      ['grk golden texts --golden golden/handbook --out texts.jsonl', 'rows {role, text}: queries and passages'],
      ['grk eval --embedder vectors:texts.npy', 'a row for each line of texts.jsonl'],
    ],
  },
} as const satisfies Record<string, CommandSpec>;
