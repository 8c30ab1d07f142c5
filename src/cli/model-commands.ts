import type { CommandSpec } from './command-table.ts';

/** Commands on models. */
export const MODEL_COMMANDS = {
  modelsList: {
    path: 'models list',
    positional: '',
    describe: 'Say which models are here, and what each command would use; nothing is asked over the network',
    options: ['embedder', 'reranker'],
    examples: [['grk models list', 'shipped, configured and fetched models, with what they lack']],
  },
  modelsVerify: {
    path: 'models verify',
    positional: '[ids..]',
    positionals: { ids: 'Ids of embedders and rerankers; default: all that grk models list names' },
    describe:
      'Open models and hold what they promise against what they do: hashes, reference values, roles, determinism',
    options: ['embedder', 'reranker'],
    examples: [
      ['grk models verify', 'exit 1 where a check fails, 4 where nothing of a model can be checked'],
      ['grk models verify cross-tiny transformers:models/mine', 'these two'],
    ],
  },
  modelsFetch: {
    path: 'models fetch',
    positional: '<model>',
    positionals: { model: 'OWNER/MODEL@REVISION; the revision is a commit, a tag or a branch' },
    describe: 'Fetch a model from a hub: the files that are needed, each checked, their hashes written to a lock file',
    options: ['dtype', 'max-size', 'to'],
    examples: [
      ['grk models fetch owner/model@main --dtype q8', 'what main is now; its commit is shown and locked'],
      ['HF_ENDPOINT=https://hub.example.org grk models fetch owner/model@COMMIT', 'from another host'],
    ],
  },
  modelsDistill: {
    path: 'models distill',
    positional: '<teacher>',
    positionals: { teacher: 'A transformer: transformers:PATH' },
    describe: 'Make a static embedder of a transformer, fitted on your own texts where some are given',
    options: ['to', 'corpus', 'texts', 'dimensions', 'passages'],
    examples: [
      ['grk models distill transformers:minilm --to mine --corpus docs', 'fitted on the passages of docs'],
      ['grk models distill transformers:minilm --to plain', 'of the vocabulary alone'],
      ['grk eval --embedder static:mine', 'what it is worth'],
    ],
  },
} as const satisfies Record<string, CommandSpec>;
