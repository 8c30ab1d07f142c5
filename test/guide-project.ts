import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, writeFiles } from './binary.ts';
import { jsonBlocks } from './guide-commands.ts';

const DOCUMENTS: Readonly<Record<string, string>> = {
  'security/keys.md':
    '# Keys\n\nRun `keys rotate` on the steward to rotate a key.\n\n## Escrow\n\nA key in escrow is rotated with its twin.\n',
  'old/keys.md': `# Keys before 4.0\n\nA key was rotated by hand.\n${'\nStop the steward, write the new key, start it.\n'.repeat(6)}`,
  'guides/restore.md': '# Restore\n\nUse `restore` to bring a single file back.\n\nAn existing file is renamed.\n',
  'guides/backup.md': '# Back up\n\nA schedule says when a vault is copied.\n',
  'guides/retention.md': '# Retention\n\nSeven daily copies are kept, then four weekly ones.\n',
  'reference/errors.md': '# Errors\n\nQB-101: the vault is locked by another process.\n\nQB-102: the disk is full.\n',
  'reference/flags.md': '# Flags\n\n`--jobs N` sets how many workers run.\n',
};

const TOPICS = [
  ['t2', 'how to restore a file', 'dev', 'guides/restore.md', 'bring a single file back'],
  ['t3', 'when is a vault copied', 'dev', 'guides/backup.md', 'A schedule says when'],
  ['t4', 'QB-101', 'dev', 'reference/errors.md', 'locked by another process'],
  ['t5', 'QB-102', 'dev', 'reference/errors.md', 'the disk is full'],
  ['t6', 'how many copies are kept', 'dev', 'guides/retention.md', 'Seven daily copies'],
  ['t7', 'number of parallel workers', 'dev', 'reference/flags.md', 'how many workers run'],
  ['t8', 'rotate a key in escrow', 'test', 'security/keys.md', 'rotated with its twin'],
] as const;

const SMALL_CORPUS =
  '{"_id": "d1", "title": "", "text": "a key is rotated"}\n{"_id": "d2", "title": "", "text": "a file"}\n';
const RUN = 'q1 Q0 d1.md 1 2.0 a\nq1 Q0 d2.md 2 1.0 a\n';

/** A project as the guides tell of one, with the files that they print. */
export function guideProject(folder: string): void {
  const [manifest = '', row = '', pipelines = ''] = jsonBlocks(guide('01-first-eval.md'));
  const [secondManifest = ''] = jsonBlocks(guide('02-golden-set.md'));
  const rows = TOPICS.map(([topicId, query, split, doc, quote]) =>
    JSON.stringify({ topicId, query, category: 'how-to', split, answerable: true, gold: [{ doc, quote, grade: 3 }] }),
  );
  const silent = {
    topicId: 't9',
    query: 'how is bread baked',
    category: 'none',
    split: 'dev',
    answerable: false,
    gold: [],
  };
  const gates = { golden: 'my-golden', gates: ['significant', 'bm25=any-loss'] };
  const stages = [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'fusion' }];
  const beir = (at: string) => ({
    [`${at}/corpus.jsonl`]: SMALL_CORPUS,
    [`${at}/queries.jsonl`]: '{"_id": "q1", "text": "rotate a key"}\n',
    [`${at}/qrels/test.tsv`]: 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
  });
  writeFiles(folder, {
    ...Object.fromEntries(Object.entries(DOCUMENTS).map(([path, text]) => [`docs/${path}`, text])),
    'my-golden/manifest.json': manifest,
    'my-golden/judgments.jsonl': `${[row.trimEnd(), ...rows, JSON.stringify(silent)].join('\n')}\n`,
    'k.suite.json': pipelines,
    'evals/golden/docs/manifest.json': secondManifest,
    'my.suite.json': JSON.stringify({ ...gates, variants: [{ name: 'default', stages }] }),
    ...beir('scifact'),
    ...beir('path/to/scifact'),
    'topics.txt': 'q1\trotate a key\n',
    'qrels.txt': 'q1 0 d1.md 1\n',
    'a.run': RUN,
    'b.run': RUN,
    'documents/d1.md': 'A key is rotated.\n',
    'qa.jsonl': '{"id": "q1", "question": "rotate a key", "gold": ["d1.md"]}\n',
  });
  for (const at of ['path/to/model2vec-folder', 'models/mine']) {
    writeFiles(folder, { [join(at, '..', '.keep')]: '' });
    symlinkSync(join(ROOT, 'models', 'static-minilm-256-int8'), join(folder, at), 'junction');
  }
}

function guide(name: string): string {
  return readFileSync(join(ROOT, 'docs', 'guides', name), 'utf8');
}
