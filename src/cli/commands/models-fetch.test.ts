import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hubOf, NAME, project } from '../../../test/fetch-project.ts';
import type { Io } from '../io.ts';
import { bytesOf, modelsFetchCommand } from './models-fetch.ts';

async function run(maxSize: string | undefined, answer: string | undefined, more: object = {}, below = '') {
  const cwd = join(project(), below);
  mkdirSync(cwd, { recursive: true });
  const { hub } = await hubOf();
  const said: string[] = [];
  const out: string[] = [];
  const asked: string[] = [];
  const style = () => ({ color: false, unicode: true, width: 100 });
  const io = {
    cwd,
    env: { HF_ENDPOINT: hub.url },
    out: (text: string) => out.push(text),
    err: (text: string) => said.push(text),
    outStyle: style,
    errStyle: style,
    errStream: { isTTY: false },
    ask:
      answer === undefined
        ? undefined
        : async (question: string) => {
            asked.push(question);
            return answer;
          },
    signal: new AbortController().signal,
  } as unknown as Io;
  const args = {
    model: `${NAME}@main`,
    dtype: 'fp32',
    ...(maxSize === undefined ? {} : { 'max-size': maxSize }),
    ...more,
  };
  const code = await modelsFetchCommand(io, args);
  return {
    code,
    said: said.join(''),
    out: out.join(''),
    asked,
    hasLock: existsSync(join(cwd, 'grk.models.lock.json')),
  };
}

describe('models fetch', () => {
  it('says commit and size before, and asks nothing below the bound', async () => {
    const { code, said, out, asked } = await run(undefined, 'n', { quiet: false });
    expect([code, asked]).toEqual([0, []]);
    expect(said).toMatch(
      /^grk: Maker\/all-MiniLM-L6-v2@[0-9a-f]{40} \(main is that commit now\): 5 files, 6\.\d kB, from/,
    );
    expect(out).toContain('in grk.config.json: "embedder": "transformers:.grk/models/Maker--all-MiniLM-L6-v2@');
  });
  it('names the model for the configuration, and for a command that is given here', async () => {
    const { out } = await run(undefined, 'n', {}, 'sub folder');
    expect(out).toContain('in grk.config.json: "embedder": "transformers:.grk/models/Maker--all-MiniLM-L6-v2@');
    expect(out).toContain('grk models verify transformers:../.grk/models/Maker--all-MiniLM-L6-v2@');
    const spaced = await run(undefined, 'n', { to: 'my model' });
    expect(spaced.out).toContain('grk models verify "transformers:my model"');
  });
  it('asks above the bound, and takes no for an answer', async () => {
    expect(await run('6kB', 'n')).toMatchObject({
      code: 0,
      hasLock: false,
      asked: [expect.stringContaining('Fetch it?')],
    });
    expect(await run('6kB', 'y')).toMatchObject({ code: 0, hasLock: true });
    expect(await run('7kB', 'n')).toMatchObject({ code: 0, hasLock: true, asked: [] });
  });
  it('is refused above the bound where nobody is there to ask', async () => {
    await expect(run('1kB', undefined)).rejects.toMatchObject({
      code: 'GRK_USAGE',
      remedy: expect.stringContaining('--max-size 1MB'),
    });
  });
  it('prints its outcome as JSON', async () => {
    expect(JSON.parse((await run(undefined, undefined, { json: true })).out)).toMatchObject({
      name: NAME,
      isNew: true,
    });
  });
  it.each([
    ['500', 500],
    ['1.5kB', 1500],
    ['2 MB', 2_000_000],
    ['3g', 3_000_000_000],
  ])('reads the size %s', (text, bytes) => {
    expect(bytesOf(text)).toBe(bytes);
  });
  it.each(['', 'MB', '1.5.5MB', '-1', '1XB', '99999999TB'])('refuses the size "%s"', (text) => {
    expect(() => bytesOf(text)).toThrow(/which is no size/);
  });
});
