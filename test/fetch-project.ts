import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import type { FetchOutcome } from '../src/contracts/models.ts';
import { type FetchRequest, planFetch, runFetch } from '../src/workbench/models/fetch.ts';
import { createSession } from '../src/workbench/session/session.ts';
import { type HubDouble, type HubModel, hubDouble } from './doubles/hub.ts';
import { writeTinyTransformer } from './tiny-onnx.ts';

const root = mkdtempSync(join(tmpdir(), 'grk fetch ü '));
afterAll(() => rmSync(root, { recursive: true }));

export const COMMIT = 'a1b2c3d4e5f60718293a4b5c6d7e8f9001020304';
export const NAME = 'Maker/all-MiniLM-L6-v2';
const tiny = writeTinyTransformer(join(root, 'tiny'));
const read = (path: string) => readFileSync(join(tiny, path));
export const WEIGHTS = Buffer.alloc(5000, 'weights ');
export const GRAPH = 'onnx/model_quantized.onnx';
export const FILES: Record<string, Buffer> = {
  '.gitattributes': Buffer.from('*.onnx filter=lfs\n'),
  'README.md': Buffer.from('---\nlicense: apache-2.0\n---\n# A model\n'),
  'config.json': read('config.json'),
  'model.safetensors': Buffer.from('weights of another layout'),
  [GRAPH]: read('onnx/model.onnx'),
  'onnx/model.onnx': WEIGHTS,
  'pytorch_model.bin': Buffer.from('pickle'),
  'tokenizer.json': read('tokenizer.json'),
  'tokenizer_config.json': read('tokenizer_config.json'),
};
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const doubles: HubDouble[] = [];
afterEach(() => {
  for (const double of doubles.splice(0)) double.close();
});
export async function hubOf(over: Partial<HubModel> = {}, name = NAME): Promise<HubDouble> {
  const double = await hubDouble({ [name]: { commit: COMMIT, revisions: { main: COMMIT }, files: FILES, ...over } });
  doubles.push(double);
  return double;
}

let projects = 0;
export function project(): string {
  const folder = join(root, `project ${projects++}`);
  mkdirSync(join(folder, '.grk'), { recursive: true });
  return folder;
}

export interface Options extends Partial<FetchRequest> {
  readonly token?: string;
  readonly signal?: AbortSignal;
}

export async function fetchIn(
  cwd: string,
  { hub }: Pick<HubDouble, 'hub'>,
  options: Options = {},
): Promise<FetchOutcome> {
  const { token, signal, ...request } = options;
  const session = createSession({ cwd, signal });
  const planned = await planFetch(session, {
    model: `${NAME}@main`,
    dtype: 'q8',
    env: { HF_ENDPOINT: `${hub.url}/`, HF_TOKEN: token },
    access: { stallMs: 10_000, retries: 2, retryDelayMs: 1 },
    ...request,
  });
  return runFetch(session, planned);
}
export const lockIn = (cwd: string) => JSON.parse(readFileSync(join(cwd, 'grk.models.lock.json'), 'utf8'));
export const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
export const partialOf = (cwd: string) =>
  join(cwd, '.grk/models', `.Maker--all-MiniLM-L6-v2@${COMMIT.slice(0, 12)}.fetching`);
