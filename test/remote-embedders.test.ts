import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReportSchema } from '../src/contracts/report.ts';
import { grk, smallGolden, workFolder } from './binary.ts';
import { type Answering, json } from './doubles/loopback.ts';
import { NOMIC, type OllamaDouble, ollamaDouble } from './doubles/ollama.ts';
import { openaiDouble } from './doubles/openai.ts';
import { vectorOf } from './doubles/vectors-of.ts';

const folder = workFolder('remote embedders');
const MODEL = 'nomic-embed-text';
let double: OllamaDouble;
/** An address where nobody answers. */
let closed = '';

function configure(model: string, url = double.url, more = ''): void {
  const embedder = `ollama:${model}?url=${url}${more}`;
  writeFileSync(join(folder, 'grk.config.json'), JSON.stringify({ embedder, golden: 'gold', reranker: 'none' }));
}

/** Hashes of all that is stored for good, by file: the catalog and the vectors. */
function stored(): Record<string, string> {
  const state = join(folder, '.grk');
  const files = readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => /catalog\.sqlite|vectors/.test(file.slice(state.length)));
  return Object.fromEntries(
    files.map((file) => [file.slice(state.length), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

let before: Record<string, string>;
beforeAll(async () => {
  const gone = await ollamaDouble();
  closed = gone.url;
  gone.close();
  double = await ollamaDouble();
  // Enough words for each passage of the golden set.
  double.models.splice(0, 1, { ...NOMIC, contextLength: 2048 });
  smallGolden(join(folder, 'gold'));
  configure(MODEL);
  expect(await grk(folder, ['ingest', 'gold/corpus', '--quiet'])).toMatchObject({ code: 0, err: '' });
  before = stored();
  // Something that no cache holds a vector of.
  writeFileSync(join(folder, 'gold', 'corpus', 'new.md'), '# New\n\nA page that came later.\n');
  writeFileSync(join(folder, 'gold', 'corpus', 'newer.md'), '# Newer\n\nA page that came even later.\n');
});
afterAll(() => double.close());

const embeddings =
  (change: (vectors: (number | null)[][]) => unknown): Answering =>
  ({ body }, response) => {
    const { input }: { input: string[] } = JSON.parse(body);
    const vectors = input.map((text) => vectorOf(NOMIC.name, text, NOMIC.dimensions));
    json(response, 200, { model: MODEL, embeddings: change(vectors), prompt_eval_count: 9_999 });
  };

interface Trouble {
  readonly start: () => void;
  readonly says: readonly string[];
  /** `grk eval` is run as well; the others fail there by the same code. */
  readonly isOfEvalToo?: boolean;
}
const TROUBLES: Readonly<Record<string, Trouble>> = {
  down: {
    start: () => configure(MODEL, closed),
    says: ['/api/tags cannot be reached (ECONNREFUSED)', 'ollama serve'],
  },
  'a wrong model': {
    start: () => configure('mxbai-embed-large'),
    says: ['has no model "mxbai-embed-large"', 'ollama pull mxbai-embed-large'],
    isOfEvalToo: true,
  },
  'a short answer': {
    start: () => {
      double.embed = embeddings((vectors) => vectors.slice(1));
    },
    says: ['/api/embed gave', 'vectors for', 'texts'],
  },
  'NaN, null in JSON': {
    start: () => {
      double.embed = embeddings((vectors) => vectors.map((vector) => vector.with(5, null)));
    },
    says: ['/api/embed gave NaN, an infinite number or what is no number for the text', 'another quantisation'],
    isOfEvalToo: true,
  },
  slow: {
    start: () => {
      configure(MODEL, double.url, '&timeoutMs=800');
      double.embed = () => {};
    },
    says: ['/api/embed gave no answer within 800 ms', 'timeoutMs'],
  },
};

describe('Ollama that fails: a message, exit code 1, and nothing half written', () => {
  it.each(Object.keys(TROUBLES))('%s', async (name) => {
    configure(MODEL);
    double.embed = undefined;
    const trouble = TROUBLES[name];
    trouble?.start();
    const evaluation = trouble?.isOfEvalToo === true ? [['eval', '--out', 'bad.json']] : [];
    for (const args of [['ingest', 'gold/corpus'], ...evaluation]) {
      const { code, out, err } = await grk(folder, args);
      expect([code, out], args[0]).toEqual([1, '']);
      for (const words of trouble?.says ?? []) expect(err.replaceAll(/\s+/g, ' '), args[0]).toContain(words);
      expect(stored(), args[0]).toEqual(before);
    }
    expect(existsSync(join(folder, 'bad.json'))).toBe(false);
  });
  it('another model under the same name: what is stored is not searched with it (row 68)', async () => {
    configure(MODEL);
    const [model = NOMIC] = double.models.splice(0, 1, { ...NOMIC, digest: 'f'.repeat(64), contextLength: 2048 });
    const { code, out, err } = await grk(folder, ['search', 'restore a file', '--mode', 'dense']);
    double.models[0] = model;
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('embedder.weightsSha256');
  });
  it('and once it runs again, the work goes on', async () => {
    configure(MODEL);
    double.embed = undefined;
    expect(await grk(folder, ['ingest', 'gold/corpus', '--quiet'])).toMatchObject({ code: 0, err: '' });
    expect(stored()).not.toEqual(before);
  });
});

describe('grk eval with a model behind an endpoint like that of OpenAI', () => {
  it('measures it, promises no equal bits, and writes no key', async () => {
    const key = 'sk-key-of-the-tests';
    const openai = await openaiDouble(key);
    const embedder = `openai:text-embedding-3-small?url=${openai.url}/v1&keyVariable=MY_KEY`;
    const args = ['eval', '--embedder', embedder, '--out', 'openai.json', '--json'];
    const { code, out, err } = await grk(folder, args, { env: { MY_KEY: key } });
    expect([code, err]).toEqual([0, '']);
    const text = readFileSync(join(folder, 'openai.json'), 'utf8');
    expect(text + out).not.toContain(key);
    const { stages, runConfig } = ReportSchema.parse(JSON.parse(text));
    expect(stages.map(({ name, determinism }) => [name, determinism])).toEqual([
      ['bm25', 'bitwise'],
      ['dense', 'none'],
      ['fusion', 'none'],
    ]);
    expect(runConfig.variants[0]?.embedder?.service?.url).toBe(`${openai.url}/v1`);
    openai.close();
  });
});
