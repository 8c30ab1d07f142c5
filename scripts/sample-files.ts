import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { grk } from './grk.ts';
import type { Sample } from './sample-list.ts';

const COLUMNS = 80;

/** Runs the command of a sample; what it makes lies in `folder`. */
export function makeSample({ file, args }: Sample, folder: string): void {
  const target = join(folder, file);
  if (!file.includes('.')) mkdirSync(target, { recursive: true });
  const printed = grk(
    args.map((word) => (word === 'OUT' ? target : word)),
    COLUMNS,
  );
  if (!args.includes('OUT')) writeFileSync(target, printed);
}

/** Files of `fresh` that `kept` lacks or has otherwise, and what more the folders of samples hold. */
export function staleFiles(kept: string, fresh: string): string[] {
  const made = filesIn(fresh);
  const stale = made.filter((file) => {
    const there = join(kept, file);
    return !existsSync(there) || !isSame(file, readFileSync(there), readFileSync(join(fresh, file)));
  });
  const folders = new Set(made.filter((file) => file.includes('/')).map(folderOf));
  return [...stale, ...filesIn(kept).filter((file) => !made.includes(file) && folders.has(folderOf(file)))];
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

function isSame(file: string, a: Buffer, b: Buffer): boolean {
  if (file.endsWith('.json') && !file.endsWith('.vl.json')) return isSameReport(a, b);
  // The bytes of pixels may depend on the processor; the SVG beside them does not.
  if (file.endsWith('.png')) return pngSize(a) === pngSize(b);
  return a.equals(b);
}

/** In stages that give the same bits on every processor: `fresh` is evaluated without the reranker, which is int8. */
function isSameReport(kept: Buffer, fresh: Buffer): boolean {
  const [a, b] = [kept, fresh].map((bytes) => JSON.parse(bytes.toString('utf8')) as SampleReport);
  if (a === undefined || b === undefined) return false;
  const facts = ({ golden, topics, stages }: SampleReport) =>
    JSON.stringify([golden, topics, stages.filter(({ id }) => b.stages.some((stage) => stage.id === id))]);
  return facts(a) === facts(b);
}

interface SampleReport {
  readonly golden: unknown;
  readonly topics: unknown;
  readonly stages: readonly { readonly id: string }[];
}

/** Width and height stand behind the signature and the name of the first chunk. */
function pngSize(image: Buffer): string {
  return image.subarray(0, 24).toString('hex');
}
