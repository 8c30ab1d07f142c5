import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Suite } from '../../contracts/suite.ts';
import { createSession } from '../session/session.ts';
import { loadSuite } from './suite-file.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk suite ü-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const STAGES = [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'fusion' }];
interface Given {
  readonly config?: object;
  readonly suite?: object;
  readonly stages?: readonly object[];
  readonly variant?: object;
  readonly set?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

function load({ config = {}, suite = {}, stages = STAGES, variant = {}, set = {}, env = {} }: Given): Suite {
  writeFileSync(join(root, 'grk.config.json'), JSON.stringify({ golden: 'gold', ...config }));
  mkdirSync(join(root, 'sub'), { recursive: true });
  writeFileSync(
    join(root, 'sub', 's.json'),
    JSON.stringify({ ...suite, variants: [{ name: 'v', ...variant, stages }] }),
  );
  const session = createSession({ cwd: root, env, settings: set });
  return loadSuite(session, 'sub/s.json').suite;
}
const stagesOf = (given: Given) => load(given).variants[0]?.stages;

describe('loadSuite', () => {
  it('refuses a suite that is not there, and one that is a folder', () => {
    mkdirSync(join(root, 'folder'));
    const session = createSession({ cwd: root, settings: { golden: 'gold' } });
    expect(() => loadSuite(session, 'none.json')).toThrow(
      expect.objectContaining({
        code: 'GRK_FILE_MISSING',
        message: `the suite ${join(root, 'none.json')} does not exist`,
      }),
    );
    expect(() => loadSuite(session, 'folder')).toThrow(
      expect.objectContaining({
        code: 'GRK_FILE_UNREADABLE',
        message: `the suite ${join(root, 'folder')} is a folder`,
      }),
    );
  });
  it.each<[Given, string, string]>([
    [{ stages: [{ kind: 'bm25', k1: 2 }], set: { 'lexical.k1': '1.5' } }, 'lexical.k1', 'variants[0].stages[0].k1'],
    [{ stages: [{ kind: 'bm25', b: 0 }], set: { 'lexical.b': '1' } }, 'lexical.b', 'variants[0].stages[0].b'],
    [
      {
        stages: [...STAGES.slice(0, 2), { kind: 'fusion', weights: { bm25: 3 } }],
        set: { 'fusion.weights.bm25': '2' },
      },
      'fusion.weights.bm25',
      'variants[0].stages[2].weights',
    ],
    [
      { variant: { chunker: { name: 'markdown', maxChars: 900 } }, set: { 'chunker.maxChars': '300' } },
      'chunker.maxChars',
      'variants[0].chunker',
    ],
    [
      { variant: { analyzer: 'plain' }, set: { 'lexical.analyzer': 'cjk' } },
      'lexical.analyzer',
      'variants[0].analyzer',
    ],
    [{ variant: { engine: 'bm25' }, set: { 'lexical.engine': 'minisearch' } }, 'lexical.engine', 'variants[0].engine'],
    [{ variant: { embedder: 'hash' }, set: { embedder: 'static:shipped' } }, 'embedder', 'variants[0].embedder'],
    [
      { stages: [{ kind: 'bm25' }, { kind: 'rerank', input: 'bm25', reranker: 'noop' }], set: { reranker: 'reverse' } },
      'reranker',
      'variants[0].stages[1].reranker',
    ],
    [{ suite: { primary: 'RR@10' }, set: { primary: 'R@10' } }, 'primary', 'primary'],
    [{ suite: { secondary: ['RR@10'] }, set: { secondary: 'R@10' } }, 'secondary', 'secondary'],
    [{ suite: { excludeSelf: true }, set: { excludeSelf: 'false' } }, 'excludeSelf', 'excludeSelf'],
  ])('refuses an option that the suite would override: %j', (given, key, path) => {
    expect(() => load(given)).toThrow(
      expect.objectContaining({
        code: 'GRK_USAGE',
        message: expect.stringContaining(`the option ${key} is `),
      }),
    );
    expect(() => load(given)).toThrow(`but ${path} of the suite ${join(root, 'sub', 's.json')} is `);
  });
  it('takes the path of scripted scores from the folder of the suite, and leaves other rerankers as they are', () => {
    const rerankers = ['scripted:scores ü.jsonl', 'scripted:/x/s.jsonl', 'noop'].map((reranker) => {
      const stages = stagesOf({ stages: [{ kind: 'bm25' }, { kind: 'rerank', input: 'bm25', reranker }] });
      return stages?.flatMap((stage) => (stage.kind === 'rerank' ? [stage.reranker] : []))[0];
    });
    expect(rerankers).toEqual([`scripted:${join(root, 'sub', 'scores ü.jsonl')}`, 'scripted:/x/s.jsonl', 'noop']);
  });
  it('refuses a variable that the suite would override, by its name', () => {
    expect(() => load({ stages: [{ kind: 'bm25', k1: 2 }], env: { GRK_LEXICAL_K1: '1.5' } })).toThrow(
      `GRK_LEXICAL_K1 is 1.5, but variants[0].stages[0].k1 of the suite ${join(root, 'sub', 's.json')} is 2`,
    );
  });
  it('refuses weights of the configuration for a leg that the suite does not fuse', () => {
    const legs = [
      { kind: 'bm25', name: 'a' },
      { kind: 'bm25', name: 'c' },
      { kind: 'fusion', legs: ['a', 'c'] },
    ];
    expect(() => load({ stages: legs, set: { 'fusion.weights.dense': '2' } })).toThrow(
      'stage "fusion" weighs "dense", which is not one of its legs',
    );
  });

  it('fills absent parameters of a stage from the configuration, key by key', () => {
    const config = {
      lexical: { k1: 1.5, b: 0.75, analyzer: 'plain', engine: 'minisearch' },
      fusion: { k: 10, weights: { dense: 2 }, window: 50 },
    };
    expect(stagesOf({ config })).toEqual([
      { kind: 'bm25', name: 'bm25', k1: 1.5, b: 0.75 },
      { kind: 'dense', name: 'dense' },
      {
        kind: 'fusion',
        name: 'fusion',
        legs: ['bm25', 'dense'],
        method: 'rrf',
        k: 10,
        weights: { dense: 2 },
        window: 50,
      },
    ]);
    expect(stagesOf({ config, stages: [{ kind: 'bm25', b: 0 }] })).toEqual([
      { kind: 'bm25', name: 'bm25', k1: 1.5, b: 0 },
    ]);
    expect(load({ config }).variants[0]).toMatchObject({ analyzer: 'plain', engine: 'minisearch' });
  });
  it('takes options where the suite is silent or says the same', () => {
    expect(stagesOf({ set: { 'lexical.k1': '2' } })?.[0]).toMatchObject({ k1: 2, b: 0.4 });
    expect(stagesOf({ stages: [{ kind: 'bm25', k1: 2 }], set: { 'lexical.k1': '2' } })?.[0]).toMatchObject({ k1: 2 });
    expect(load({ set: { primary: 'R@10', secondary: 'RR@10', excludeSelf: 'true' } })).toMatchObject({
      primary: 'R@10',
      secondary: ['RR@10'],
      excludeSelf: true,
    });
  });
  it('lets a suite override the configuration file', () => {
    const config = { lexical: { k1: 1.5 }, excludeSelf: true, primary: 'R@10' };
    const suite = { excludeSelf: false, primary: 'RR@10' };
    expect(load({ config, suite, stages: [{ kind: 'bm25', k1: 2 }] })).toMatchObject({
      ...suite,
      variants: [{ stages: [{ k1: 2 }] }],
    });
  });
  it('reads paths of the suite relative to it', () => {
    expect(load({ variant: { embedder: 'static:models/m' } }).variants[0]?.embedder).toBe(
      `static:${join(root, 'sub', 'models', 'm')}`,
    );
    expect(load({ variant: { embedder: 'static:shipped' } }).variants[0]?.embedder).toBe('static:shipped');
  });
});
