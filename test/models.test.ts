import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grk, workFolder } from './binary.ts';
import { partly } from './doubles/hub.ts';
import { COMMIT, FILES, GRAPH, hubOf, NAME, partialOf } from './fetch-project.ts';

describe('grk models, as users run it', () => {
  it('is stopped and goes on, says what to write into the configuration, and finds the model whole', async () => {
    const cwd = workFolder('models');
    const double = await hubOf();
    const { url } = double.hub;
    const graph = FILES[GRAPH] ?? Buffer.alloc(0);
    const hasCome = () => statSync(join(partialOf(cwd), `${GRAPH}.part`), { throwIfNoEntry: false })?.size === 40;
    double.answers.set(GRAPH, [
      partly(
        graph,
        40,
        '"e"',
        () => false,
        () => {},
      ),
    ]);
    const fetch = ['models', 'fetch', `${NAME}@main`, '--dtype', 'q8'];
    const env = { HF_ENDPOINT: url, HF_TOKEN: 'hf_secret' };
    const stopped = await grk(cwd, fetch, { env, interruptWhen: hasCome });
    expect([stopped.code, stopped.out]).toEqual([130, '']);
    const fetched = await grk(cwd, [...fetch, '--json', '--quiet'], { env });
    expect([fetched.code, fetched.err]).toEqual([0, '']);
    expect(double.asked(GRAPH).at(-1)?.headers.range).toBe('bytes=40-');
    const { id } = JSON.parse(fetched.out);
    const verified = await grk(cwd, ['models', 'verify', id]);
    expect(verified.out).toMatch(
      /ok\s+files\s+5 files, each with the size and SHA-256 that\s+grk.models.lock.json lists/,
    );
    expect(verified.code).toBe(0);
    expect(readdirSync(cwd).sort()).toEqual(['.grk', 'grk.config.json', 'grk.models.lock.json']);
    expect(id).toBe(`transformers:.grk/models/Maker--all-MiniLM-L6-v2@${COMMIT.slice(0, 12)}`);
    expect(stopped.err + fetched.out + verified.out).not.toContain('hf_secret');
  });
});
