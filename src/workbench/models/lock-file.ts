import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '../../config/json-file.ts';
import { GrkError } from '../../contracts/errors.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { parseWith } from '../../contracts/parse.ts';
import { COMMIT, type HubFile } from '../../providers/hub/hub.ts';
import { writeWhole } from '../files/whole-file.ts';

export const LOCK_FILE = 'grk.models.lock.json';

const LockedFileSchema = z.strictObject({
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const LockSchema = z.strictObject({
  version: z.literal(1),
  models: z.record(
    z.string(),
    z.strictObject({ commit: z.string().regex(COMMIT), files: z.record(z.string(), LockedFileSchema) }),
  ),
});
/** Which content the models of a project have, by name; kept under version control by its users. */
export type ModelLock = z.infer<typeof LockSchema>;
export type LockedFiles = ModelLock['models'][string]['files'];

export function lockFileOf(root: string): string {
  return join(root, LOCK_FILE);
}

/** @throws GrkError GRK_CONFIG_INVALID, GRK_FILE_UNREADABLE */
export function readLock(root: string): ModelLock {
  const file = lockFileOf(root);
  if (!existsSync(file)) return { version: 1, models: {} };
  const mending = 'Take it from version control again.';
  const value = readJsonFile(file, { what: 'the lock file', code: 'GRK_CONFIG_INVALID', naming: mending, mending });
  return parseWith(LockSchema, value, { what: file, code: 'GRK_CONFIG_INVALID', remedy: mending });
}

/**
 * Holds what a hub lists against the lock file.
 * @throws GrkError GRK_MODEL_LOCKED for another commit, or for a file of another size or hash
 */
export function requireLocked(root: string, name: string, commit: string, files: readonly HubFile[]): void {
  const locked = readLock(root).models[name];
  if (locked === undefined) return;
  if (locked.commit !== commit) {
    throw differs(`${name} is locked to commit ${locked.commit}, and this is ${commit}`, name, locked.commit);
  }
  for (const { path, size, sha256 } of files) {
    const known = locked.files[path];
    if (known === undefined) continue;
    if (known.size !== size || (sha256 !== null && known.sha256 !== sha256)) throw fileDiffers(name, commit, path);
  }
}

/**
 * Adds a model's files to the lock file.
 * @throws as `requireLocked`, and the store errors
 */
export function lockModel(root: string, name: string, commit: string, files: LockedFiles): void {
  const found = Object.entries(files).map(([path, file]) => ({ path, blobSha1: null, ...file }));
  requireLocked(root, name, commit, found);
  const lock = readLock(root);
  const all = { ...lock.models[name]?.files, ...files };
  const models = { ...lock.models, [name]: { commit, files: inOrder(all) } };
  const text = `${JSON.stringify({ version: 1, models: inOrder(models) }, null, 2)}\n`;
  if (existsSync(lockFileOf(root)) && readFileSync(lockFileOf(root), 'utf8') === text) return;
  writeWhole(lockFileOf(root), text, 'the lock file');
}

function inOrder<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compareBytes(a, b)));
}

function fileDiffers(name: string, commit: string, path: string): GrkError {
  return differs(
    `${path} of ${name}@${commit} is not the file that was locked: its size or hash differs`,
    name,
    commit,
  );
}

function differs(message: string, name: string, commit: string): GrkError {
  return new GrkError('GRK_MODEL_LOCKED', message, {
    remedy: `Fetch ${name}@${commit}, or take ${name} out of ${LOCK_FILE} where another content is meant.`,
  });
}
