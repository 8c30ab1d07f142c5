import type { CommandSpec } from './command-table.ts';

/** Commands that look after what is stored. */
export const INDEX_COMMANDS = {
  citeVerify: {
    path: 'cite verify',
    positional: '[collection]',
    positionals: { collection: 'Collection; default: that of the configuration' },
    describe: 'Read the sources of a collection again: which passages still stand where they were indexed',
    options: [],
    examples: [['grk cite verify', 'exit 0 where all do, 1 where one drifted, or its source is missing or unreadable']],
  },
  indexStatus: {
    path: 'index status',
    positional: '[collections..]',
    positionals: { collections: 'Collections; default: all' },
    describe: 'Say what collections hold, what they take on disk, and whether their sources changed',
    options: [],
    examples: [['grk index status', 'collections, then the indexes of evals']],
  },
  indexDoctor: {
    path: 'index doctor',
    positional: '[collections..]',
    positionals: { collections: 'Collections; default: all' },
    describe: 'Check every invariant of the stored indexes, with the remedy for each fault; exit 1 where there is one',
    options: [],
    examples: [['grk index doctor', 'nothing is changed']],
  },
  indexRepair: {
    path: 'index repair',
    positional: '[collections..]',
    positionals: { collections: 'Collections; default: all' },
    describe: 'Build lexical indexes and vectors that are at fault again from the stored texts; drop stray vectors',
    options: ['embedder'],
    examples: [['grk index repair default', 'the old content answers until the new is complete']],
  },
  indexBackfill: {
    path: 'index backfill',
    positional: '[collection]',
    positionals: { collection: 'Collection; default: that of the configuration' },
    describe: 'Add vectors to a collection that was indexed for bm25 only',
    options: ['embedder'],
    examples: [['grk index backfill default', 'as if it had been ingested with vectors']],
  },
  indexDrop: {
    path: 'index drop',
    positional: '[collections..]',
    positionals: { collections: 'Collections to delete' },
    describe: 'Delete collections; asks first',
    options: ['evals', 'yes'],
    examples: [
      ['grk index drop default', 'the collection, not the documents that it was made of'],
      ['grk index drop --evals --yes', 'all indexes of evals, without asking'],
    ],
  },
} as const satisfies Record<string, CommandSpec>;
