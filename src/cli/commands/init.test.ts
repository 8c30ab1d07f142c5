import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Io } from '../io.ts';
import { init } from './init.ts';

const root = mkdtempSync(join(tmpdir(), 'grk init ü '));
afterAll(() => rmSync(root, { recursive: true }));

const style = { width: 80, unicode: false, color: false };

/** A person who gives these answers, in a fresh folder that holds a golden set. */
function person(name: string, answers: readonly string[] | undefined) {
  const cwd = join(root, name);
  mkdirSync(join(cwd, 'golden', 'mine'), { recursive: true });
  for (const file of ['manifest.json', 'judgments.jsonl']) writeFileSync(join(cwd, 'golden', 'mine', file), '');
  const left = [...(answers ?? [])];
  const asked: string[] = [];
  const errors: string[] = [];
  const answer = async (question: string) => {
    asked.push(question);
    return left.shift() ?? '';
  };
  const io: Io = {
    cwd,
    env: {},
    out: () => {},
    err: (text) => errors.push(text),
    outStyle: () => style,
    errStyle: () => style,
    errStream: process.stderr,
    ask: answers && answer,
    signal: new AbortController().signal,
  };
  const written = () => JSON.parse(readFileSync(join(cwd, 'grk.config.json'), 'utf8'));
  return { io, asked, errors, written };
}

describe('grk init', () => {
  it('proposes what is there, and takes an empty answer for yes', async () => {
    const { io, asked, written } = person('yes', ['', '', '']);
    expect(await init(io, {})).toBe(0);
    expect(asked).toHaveLength(3);
    expect(asked[0]).toContain(join('golden', 'mine'));
    expect(written()).toMatchObject({ golden: join('golden', 'mine'), embedder: 'static:shipped' });
  });
  it('asks again after an answer that cannot be', async () => {
    const { io, asked, errors, written } = person('again', ['nowhere', '', 'hsah', 'hash', 'none']);
    expect(await init(io, {})).toBe(0);
    expect(asked).toHaveLength(5);
    expect(errors.join('')).toMatch(/no folder .*nowhere[\s\S]*no embedder "hsah"/);
    expect(written()).toMatchObject({ embedder: 'hash', reranker: 'none' });
  });
  it('asks about nothing that an option says, and nobody who is not there', async () => {
    const partly = person('partly', ['']);
    expect(await init(partly.io, { golden: 'golden/mine', embedder: 'hash' })).toBe(0);
    expect(partly.asked).toHaveLength(1);
    const script = person('script', undefined);
    expect(await init(script.io, { embedder: 'hash', set: ['lexical.k1=1.5'] })).toBe(0);
    expect(script.written()).toMatchObject({ embedder: 'hash', lexical: { k1: 1.5 } });
    expect(script.written().golden).toBe(undefined);
    const yes = person('all-yes', []);
    expect([await init(yes.io, { yes: true }), yes.asked]).toEqual([0, []]);
  });
  it('refuses a setting that cannot be, and writes nothing', async () => {
    const { io, written } = person('refused', undefined);
    await expect(init(io, { set: ['lexical.k2=1'] })).rejects.toMatchObject({ code: 'GRK_CONFIG_INVALID' });
    expect(written).toThrow('ENOENT');
  });
  it('writes over a configuration only when forced, and asks nothing before', async () => {
    const { io, asked } = person('twice', []);
    writeFileSync(join(io.cwd, 'grk.config.json'), '{}');
    await expect(init(io, {})).rejects.toMatchObject({ code: 'GRK_USAGE' });
    expect(asked).toEqual([]);
    expect(await init(io, { force: true })).toBe(0);
  });
});
