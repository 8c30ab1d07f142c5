import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Asks the system to put a folder, all that lies in it, and its entries in the two folders above on the disk itself:
 * what is not there yet is lost in a power cut, in whatever order it was written.
 * @throws the error of the file system
 */
export async function syncFiles(folder: string): Promise<void> {
  await syncBelow(folder);
  await syncFolder(dirname(folder));
  await syncFolder(dirname(dirname(folder)));
}

/** Contents before the folders that name them. */
async function syncBelow(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncBelow(path);
    else await syncOne(path, 'r+');
  }
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; it keeps their entries with the files.
  if (process.platform !== 'win32') await syncOne(folder, 'r');
}

async function syncOne(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
