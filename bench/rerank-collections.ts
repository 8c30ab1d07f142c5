/** What the default rerank stage is decided on, and what it is then shown on: collections that cross-tiny never saw. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const DATASETS = join(process.env.GRK_SHARED ?? join(ROOT, '..', 'shared'), 'datasets');

export interface Collection {
  readonly name: string;
  readonly golden: string;
  readonly excludeSelf: boolean;
}

/** A topic goes by the first byte of the SHA-256 of its id: even to dev, odd to test; above `share` to neither. */
interface Halved {
  readonly name: string;
  readonly qrels: readonly string[];
  /** Of the 256 values of the byte, how many are used. */
  readonly share: number;
}

const HALVED: readonly Halved[] = [
  { name: 'cranfield', qrels: ['test'], share: 256 },
  { name: 'nfcorpus-stopped', qrels: ['test'], share: 256 },
  { name: 'arguana-test', qrels: ['test'], share: 32 },
];
/** Splits of its own: topics of train whose byte is below this are dev. */
const SCIFACT_SHARE = 48;

/** Writes the shared collections with their dev and test splits into a folder; the handbook has its own. */
export function collectionsIn(folder: string): Collection[] {
  const handbook = { name: 'handbook', golden: join(ROOT, 'golden', 'handbook'), excludeSelf: false };
  const halved = HALVED.map(({ name, qrels, share }) => {
    const rows = rowsOf(name, qrels);
    const part = (rest: number) => rows.filter(([topic]) => byteOf(topic) < share && byteOf(topic) % 2 === rest);
    return split(folder, name, { dev: part(0), test: part(1) });
  });
  const dev = rowsOf('scifact', ['train']).filter(([topic]) => byteOf(topic) < SCIFACT_SHARE);
  return [handbook, split(folder, 'scifact', { dev, test: rowsOf('scifact', ['test']) }), ...halved];
}

type Row = readonly [topic: string, line: string];

function rowsOf(name: string, splits: readonly string[]): Row[] {
  return splits.flatMap((each) =>
    readFileSync(join(DATASETS, name, 'qrels', `${each}.tsv`), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line): Row => [line.split('\t')[0] ?? '', line]),
  );
}

function byteOf(topic: string): number {
  return createHash('sha256').update(topic).digest()[0] ?? 0;
}

function split(folder: string, name: string, parts: { readonly dev: Row[]; readonly test: Row[] }): Collection {
  const golden = join(folder, name);
  mkdirSync(join(golden, 'qrels'), { recursive: true });
  const files = readdirSync(join(DATASETS, name)).filter((file) => file.endsWith('.jsonl'));
  for (const file of files) copyFileSync(join(DATASETS, name, file), join(golden, file));
  for (const [part, rows] of Object.entries(parts)) {
    const lines = rows.map(([, line]) => line);
    writeFileSync(join(golden, 'qrels', `${part}.tsv`), `query-id\tcorpus-id\tscore\n${lines.join('\n')}\n`);
  }
  return { name, golden, excludeSelf: true };
}
