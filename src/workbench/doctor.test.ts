import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OllamaDouble, ollamaDouble } from '../../test/doubles/ollama.ts';
import { doctor } from './doctor.ts';
import { createSession } from './session/session.ts';

const root = mkdtempSync(join(tmpdir(), 'grk doctor ü-'));
const before = { host: process.env.OLLAMA_HOST, key: process.env.OPENAI_API_KEY };
let ollama: OllamaDouble;
beforeAll(async () => {
  ollama = await ollamaDouble();
});
beforeEach(() => {
  process.env.OLLAMA_HOST = ollama.url;
  delete process.env.OPENAI_API_KEY;
  ollama.asked.length = 0;
});
afterAll(() => {
  ollama.close();
  rmSync(root, { recursive: true });
  for (const [name, value] of [
    ['OLLAMA_HOST', before.host],
    ['OPENAI_API_KEY', before.key],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

async function lines(embedder?: string) {
  const found = await doctor(createSession({ cwd: root, settings: embedder === undefined ? {} : { embedder } }));
  return (name: string) => found.find((line) => line.name === name);
}

describe('what grk doctor says of services', () => {
  it('is whether each could be used, without asking any', async () => {
    const line = await lines();
    expect(line('ollama:MODEL')).toMatchObject({ status: 'note', detail: expect.stringContaining('ollama 0.6.4') });
    expect(line('openai:MODEL')?.detail).toContain('OPENAI_API_KEY is not set');
    process.env.OPENAI_API_KEY = 'sk-secret';
    const other = (await lines())('openai:MODEL')?.detail;
    expect(other).toContain('OPENAI_API_KEY is set');
    expect(other).not.toContain('sk-secret');
    expect(ollama.asked).toEqual([]);
  });
  it('is asked of the one that the configuration names', async () => {
    const line = await lines('ollama:nomic-embed-text');
    expect(line('ollama:nomic-embed-text')).toMatchObject({
      status: 'ok',
      detail: 'ollama:nomic-embed-text, 32 dimensions, weights 0a109f422b47',
    });
    expect(ollama.asked.map(({ path }) => path)).toEqual(['/api/tags', '/api/show', '/api/embed']);
    const missing = await lines('ollama:bge-m3');
    expect(missing('ollama:bge-m3')).toMatchObject({
      status: 'missing',
      remedy: 'Fetch it with `ollama pull bge-m3`.',
    });
    expect(missing('dense')?.status).toBe('missing');
  });
});
