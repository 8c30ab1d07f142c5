import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ConfigSchema } from './config.ts';
import type { GrkError } from './errors.ts';
import { JudgmentRowSchema } from './golden.ts';
import { nearest } from './nearest.ts';
import { parseWith } from './parse.ts';
import { SuiteSchema } from './suite.ts';

function messageOf(schema: z.ZodType, value: unknown): string {
  try {
    parseWith(schema, value, { what: 'f.json', code: 'GRK_CONFIG_INVALID', remedy: '' });
  } catch (error) {
    return (error as GrkError).message;
  }
  throw new Error('was accepted');
}

describe('parseWith', () => {
  it('names the nearest known key', () => {
    expect(messageOf(ConfigSchema, { embeder: 'x' })).toBe('f.json: unknown key "embeder"; did you mean "embedder"?');
  });
  it('names the nearest known key of an inner object', () => {
    expect(messageOf(ConfigSchema, { lexical: { K1: 2 } })).toBe(
      'f.json: lexical: unknown key "K1"; did you mean "k1"?',
    );
  });
  it('lists the known keys where none is near', () => {
    expect(messageOf(ConfigSchema, { lexical: { zzzzzz: 2 } })).toBe(
      'f.json: lexical: unknown key "zzzzzz" (known: engine, analyzer, k1, b)',
    );
  });
  it('looks into the branch of a union that was meant', () => {
    expect(messageOf(ConfigSchema, { chunker: { name: 'recursive', overlap: 2 } })).toBe(
      'f.json: chunker: unknown key "overlap"; did you mean "overlapChars"?',
    );
  });
  it('says that a key belongs to another branch of a union', () => {
    expect(messageOf(ConfigSchema, { chunker: { name: 'markdown', overlapChars: 5 } })).toBe(
      'f.json: chunker: the key "overlapChars" does not go with the others here',
    );
  });
  it('reports every fault at once, with its path', () => {
    expect(messageOf(ConfigSchema, { topK: 0, lexical: { b: 2 } })).toBe(
      'f.json: lexical.b: Too big: expected number to be <=1; topK: Too small: expected number to be >=1',
    );
  });
  it('names the nearest choice, and what is missing', () => {
    expect(messageOf(ConfigSchema, { lexical: { engine: 'bm52' }, chunker: { name: 'markdwn' } })).toBe(
      'f.json: chunker.name: "markdwn" is not one of: markdown, recursive, whole; did you mean "markdown"?; ' +
        'lexical.engine: "bm52" is not one of: bm25, minisearch; did you mean "bm25"?',
    );
    const stages = [{ kind: 'extrenal' }, { name: 'x' }, { kind: 'zzzzzzz' }];
    const kinds = 'bm25, dense, external, fusion, rerank';
    expect(messageOf(SuiteSchema, { variants: [{ stages }] })).toBe(
      `f.json: variants[0].name: is missing; variants[0].stages[0].kind: "extrenal" is not one of: ${kinds}; did you mean "external"?; ` +
        `variants[0].stages[1].kind: is missing (one of: ${kinds}); variants[0].stages[2].kind: "zzzzzzz" is not one of: ${kinds}`,
    );
    expect(messageOf(SuiteSchema, {})).toBe('f.json: variants: is missing');
  });
  it('says which gold entry is wrong', () => {
    const row = { topicId: 't', query: 'q', category: 'c', split: 'dev', answerable: true };
    expect(messageOf(JudgmentRowSchema, { ...row, gold: [{ doc: 'd', quot: 'x', grade: 1 }] })).toBe(
      'f.json: gold[0]: unknown key "quot"; did you mean "quote"?',
    );
  });
  it('refuses stages that read what no earlier stage is named', () => {
    const suite = { variants: [{ name: 'v', stages: [{ kind: 'bm25' }, { kind: 'fusion', legs: ['bm25', 'dens'] }] }] };
    expect(messageOf(SuiteSchema, suite)).toBe(
      'f.json: variants[0].stages[1]: stage "fusion" reads "dens", which no earlier stage is named',
    );
  });
  it('refuses a fusion that fuses a fusion, names a leg twice, or weighs a stranger', () => {
    const stages = [
      { kind: 'bm25' },
      { kind: 'fusion', legs: ['bm25', 'bm25'], weights: { dense: 1 } },
      { kind: 'fusion', name: 'again', legs: ['fusion'] },
    ];
    const message = messageOf(SuiteSchema, { variants: [{ name: 'v', stages }] });
    expect(message).toContain('stage "fusion" names a leg twice');
    expect(message).toContain('stage "fusion" weighs "dense", which is not one of its legs');
    expect(message).toContain('stage "again" fuses "fusion", which is not a leg');
  });
  it('refuses a fusion that gives no leg a weight, and takes one that gives one', () => {
    const of = (weights: object) => ({
      variants: [{ name: 'v', stages: [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'fusion', weights }] }],
    });
    expect(messageOf(SuiteSchema, of({ bm25: 0, dense: 0 }))).toContain('stage "fusion" weighs all its legs 0');
    expect(SuiteSchema.safeParse(of({ bm25: 0 })).success).toBe(true);
  });
  it('refuses a baseline that is not a stage, and two variants of one name', () => {
    const variant = { name: 'v', stages: [{ kind: 'bm25' }] };
    expect(messageOf(SuiteSchema, { variants: [variant], baseline: 'v/x' })).toContain(
      '"v/x" is not a stage of this suite (known: v/bm25)',
    );
    expect(messageOf(SuiteSchema, { variants: [variant, variant] })).toContain('two variants are named "v"');
  });
});

describe('nearest', () => {
  it('finds a name in spite of case and small typos', () => {
    expect(nearest('NDCG@10', ['nDCG@10', 'RR@10'])).toBe('nDCG@10');
  });
  it('offers nothing that is far away', () => {
    expect(nearest('latency', ['nDCG@10', 'RR@10'])).toBeUndefined();
  });
  it('offers nothing for nothing', () => {
    expect(nearest('', ['RR'])).toBeUndefined();
  });
  it('offers nothing where nothing is known', () => {
    expect(nearest('x', [])).toBeUndefined();
  });
});
