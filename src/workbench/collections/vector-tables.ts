import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnusedTable } from '../../contracts/index-state.ts';
import type { CollectionInfo } from '../../contracts/ports.ts';
import { storeError } from '../../store/store-error.ts';
import { type Session, vectorFolder } from '../session/state.ts';

const SUFFIX = '.lance';

export interface TableOnDisk {
  readonly name: string;
  readonly bytes: number;
}

/** The tables of vectors that lie in the state folder, with what they take. @throws GrkError the store errors */
export async function tablesOnDisk(session: Session): Promise<TableOnDisk[]> {
  const folder = vectorFolder(session);
  if (!existsSync(folder)) return [];
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    return await Promise.all(
      names.map(async (name) => ({ name: name.slice(0, -SUFFIX.length), bytes: await bytesBelow(join(folder, name)) })),
    );
  } catch (cause) {
    throw storeError(cause, session.loaded.stateFolder);
  }
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Tables that no collection names. */
export function unusedTables(tables: readonly TableOnDisk[], collections: readonly CollectionInfo[]): UnusedTable[] {
  const named = new Set(collections.map(({ vectors }) => vectors?.table));
  const names = new Set(collections.map(({ name }) => name));
  return tables
    .filter(({ name }) => !named.has(name))
    .map((table) => ({ ...table, kind: names.has(table.name.replace(/\.[ab]$/, '')) ? 'previous' : 'orphan' }));
}
