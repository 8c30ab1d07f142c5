import { describe, expect, it } from 'vitest';
import type { Passage } from '../contracts/document.ts';
import { GrkError } from '../contracts/errors.ts';
import type {
  Catalog,
  CollectionContent,
  CollectionIdentity,
  CollectionInfo,
  Embedder,
  LexicalEngine,
  LexicalIndex,
  VectorRows,
  VectorStore,
} from '../contracts/ports.ts';
import { type BuildPorts, buildCollection } from './build.ts';
import { differences, verifyIdentity } from './identity.ts';

const EMBEDDER = {
  provider: 'hash',
  model: 'hash',
  algorithm: 'hash/1',
  weightsSha256: '',
  dimensions: 2,
  dtype: 'f32',
  pooling: 'none',
  normalised: true,
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: null,
  determinism: 'bitwise',
} as const;
const IDENTITY: CollectionIdentity = {
  chunker: { name: 'whole' },
  readingAlgorithm: 'reading/1',
  chunkerAlgorithm: 'whole/1',
  contextAlgorithm: 'heading-context/1',
  analyzer: 'plain',
  analyzerAlgorithm: 'plain/1',
  engine: 'bm25',
  engineAlgorithm: 'bm25/1',
  embedder: EMBEDDER,
};
const passage = (id: string): Passage => ({
  id,
  doc: `${id}.md`,
  startUtf16: 0,
  endUtf16: 1,
  startLine: 3,
  endLine: 3,
  headingPath: ['Top'],
  text: id,
  contentSha256: 'c',
});

/** Everything a build touches, recording the order of what is done. */
function world(before?: CollectionInfo) {
  const log: string[] = [];
  const stop = new AbortController();
  let stored: CollectionContent | undefined;
  const embedder: Embedder = {
    identity: EMBEDDER,
    isStructural: true,
    embed: async (texts, role) => {
      log.push(`embed ${role} ${texts.join('|')}`);
      return { vectors: new Float32Array(texts.length * 2), truncated: null };
    },
  };
  const catalog = {
    find: () => stored?.info ?? before,
    replace: (content: CollectionContent) => {
      log.push('catalog');
      stored = content;
    },
  } as unknown as Catalog;
  const index = { serialise: () => Uint8Array.of(9) } as unknown as LexicalIndex;
  const engine = {
    build: (texts: Iterable<string>) => {
      log.push(`index ${[...texts].join('|')}`);
      return index;
    },
  } as unknown as LexicalEngine;
  const ports: BuildPorts = {
    catalog,
    engine,
    embedder,
    freshVectors: async (table) => {
      log.push(`fresh ${table}`);
      return {
        dimensions: 2,
        put: async (rows: VectorRows) => void log.push(`put ${rows.ids.join('|')}`),
        flush: async () => void log.push('flush'),
        searcher: async () => ({ sha256: 'f'.repeat(64) }),
        close: async () => void log.push('close'),
      } as unknown as VectorStore;
    },
    dropVectors: async (table) => void log.push(`drop ${table}`),
    progress: { start: () => {}, advance: () => {}, done: () => {} },
    signal: stop.signal,
  };
  return { log, ports, stop, stored: () => stored };
}

const input = {
  name: 'docs',
  identity: IDENTITY,
  corpusSha256: 'a',
  documents: [],
  passages: [passage('p'), passage('q')],
};

describe('buildCollection', () => {
  it('refuses two passages of one id, naming both places, before anything is written', async () => {
    const { ports, log } = world();
    await expect(buildCollection({ ...input, passages: [passage('p'), passage('p')] }, ports)).rejects.toThrow(
      'two passages carry the id p: p.md:3 and p.md:3',
    );
    expect(log).toEqual([]);
  });
  it('leaves the catalog alone when it is stopped, and closes the table', async () => {
    const { ports, log, stop, stored } = world();
    const embed: Embedder['embed'] = async (texts) => {
      stop.abort();
      return { vectors: new Float32Array(texts.length * 2), truncated: null };
    };
    const stopped = { ...ports, embedder: { identity: EMBEDDER, isStructural: true, embed } };
    await expect(buildCollection(input, stopped)).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
    expect(stored()).toBeUndefined();
    expect(log.at(-1)).toBe('close');
  });

  it('writes vectors to a table that nothing names, then the catalog, and leaves the old table to its readers', async () => {
    const before = { vectors: { table: 'docs.a', sha256: 'x' } } as CollectionInfo;
    const { ports, log, stored } = world(before);
    const info = await buildCollection(input, ports);
    expect(log).toEqual([
      'drop docs.b',
      'index Top\np|Top\nq',
      'fresh docs.b',
      'embed passage Top\np|Top\nq',
      'put p|q',
      'flush',
      'close',
      'catalog',
    ]);
    expect(info).toMatchObject({ vectors: { table: 'docs.b', sha256: 'f'.repeat(64) }, passages: 2 });
    expect(stored()?.lexical).toEqual(Uint8Array.of(9));
  });
  it('takes an identity with an embedder and the embedder itself together, or neither', async () => {
    const { ports, log } = world();
    const unbound = { ...input, identity: { ...IDENTITY, embedder: null } };
    const other = { ...input, identity: { ...IDENTITY, embedder: { ...EMBEDDER, weightsSha256: 'ff' } } };
    for (const build of [
      buildCollection(unbound, ports),
      buildCollection(other, ports),
      buildCollection(input, { ...ports, embedder: null }),
    ]) {
      await expect(build).rejects.toMatchObject({ code: 'GRK_INTERNAL' });
    }
    expect(log).toEqual([]);
  });
  it('counts the passages whose text was cut (rows 70, 77), and does not count where the embedder cannot tell', async () => {
    const { ports } = world();
    const telling = (truncated: Uint8Array | null) => ({
      ...ports,
      embedder: {
        identity: EMBEDDER,
        isStructural: true,
        embed: async () => ({ vectors: new Float32Array(4), truncated }),
      },
    });
    expect((await buildCollection(input, telling(Uint8Array.of(0, 1)))).vectors).toHaveProperty('truncated', 1);
    expect((await buildCollection(input, telling(Uint8Array.of(0, 0)))).vectors).toHaveProperty('truncated', 0);
    expect((await buildCollection(input, telling(null))).vectors).not.toHaveProperty('truncated');
  });
  it('writes no vectors without an embedder', async () => {
    const { ports, log } = world();
    const info = await buildCollection(
      { ...input, identity: { ...IDENTITY, embedder: null } },
      { ...ports, embedder: null },
    );
    expect(info.vectors).toBeNull();
    expect(log.map((line) => line.split(' ')[0])).toEqual(['drop', 'drop', 'index', 'catalog']);
  });
});

describe('verifyIdentity', () => {
  const info = { name: 'docs', identity: IDENTITY } as CollectionInfo;
  it('accepts an equal identity, whatever the order of its keys', () => {
    const { embedder, ...rest } = IDENTITY;
    expect(() => verifyIdentity(info, { embedder, ...rest })).not.toThrow();
  });
  it('names every field that differs, inside the embedder too', () => {
    const wanted: CollectionIdentity = {
      ...IDENTITY,
      analyzer: 'english',
      embedder: { ...EMBEDDER, weightsSha256: 'ff', model: 'other' },
    };
    expect(differences(IDENTITY, wanted).map(({ field }) => field)).toEqual([
      'analyzer',
      'embedder',
      'embedder.weightsSha256',
    ]);
    const error = (() => {
      try {
        verifyIdentity(info, wanted);
      } catch (caught) {
        return caught as GrkError;
      }
      throw new Error('accepted');
    })();
    expect(error).toBeInstanceOf(GrkError);
    expect(error.code).toBe('GRK_IDENTITY_MISMATCH');
    expect(error.message).toContain('embedder is hash:hash in the index, hash:other is asked for');
    expect(error.message).toContain('embedder.weightsSha256 is "" in the index, "ff" is asked for');
  });
  it('takes an embedder of another name for the same', () => {
    expect(differences(IDENTITY, { ...IDENTITY, embedder: { ...EMBEDDER, model: 'other' } })).toEqual([]);
  });
  it('refuses an embedder of the same width with other weights (row 68: statewave#421)', () => {
    const embedder = { ...EMBEDDER, weightsSha256: 'ff' };
    expect(() => verifyIdentity(info, { ...IDENTITY, embedder })).toThrow('embedder.weightsSha256');
  });
  it('names a field that only one of the two has', () => {
    const { readingAlgorithm: _left, ...older } = IDENTITY;
    const newer = { ...IDENTITY, stopwords: 'en/1' } as CollectionIdentity;
    expect(differences(older as CollectionIdentity, newer)).toEqual([
      { field: 'readingAlgorithm', stored: 'null', wanted: '"reading/1"' },
      { field: 'stopwords', stored: 'null', wanted: '"en/1"' },
    ]);
    expect(differences(newer, IDENTITY).map(({ field }) => field)).toEqual(['stopwords']);
  });
  it('names the command that adds vectors, and the option that asked for none', () => {
    const remedyOf = (stored: CollectionIdentity, wanted: CollectionIdentity) => {
      try {
        verifyIdentity({ ...info, identity: stored }, wanted);
      } catch (error) {
        return error instanceof GrkError ? error.remedy : undefined;
      }
      return 'accepted';
    };
    expect(remedyOf({ ...IDENTITY, embedder: null }, IDENTITY)).toContain('grk index backfill docs');
    expect(remedyOf(IDENTITY, { ...IDENTITY, embedder: null })).toContain('--no-dense');
  });
  it('tells vectors from none', () => {
    expect(differences(IDENTITY, { ...IDENTITY, embedder: null })).toEqual([
      { field: 'embedder', stored: 'hash:hash', wanted: 'none' },
    ]);
  });
});
