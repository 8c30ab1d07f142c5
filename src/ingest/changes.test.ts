import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, type Version } from './changes.ts';

const versions = (text: string): Version[] =>
  text
    .split(' ')
    .filter((pair) => pair !== '')
    .map((pair) => ({ id: pair[0] ?? '', contentSha256: pair[1] ?? '' }));
const changes = (before: string, now: string, over: { emptied?: string; unread?: string } = {}) =>
  changesOf(versions(before), {
    documents: versions(now),
    isEmptied: (id) => over.emptied?.includes(id) ?? false,
    isUnread: (id) => over.unread?.includes(id) ?? false,
  });
const none = { added: [], changed: [], renamed: [], emptied: [], deleted: [], unread: [], unchanged: 0 };

describe('changesOf', () => {
  it('tells what became of each document', () => {
    expect(changes('a1 b2 c3 d4 e5 f6', 'a1 b9 x3 n7', { emptied: 'd', unread: 'e' })).toEqual({
      added: ['n'],
      changed: ['b'],
      renamed: [{ from: 'c', to: 'x' }],
      emptied: ['d'],
      deleted: ['f'],
      unread: ['e'],
      unchanged: 1,
    });
  });
  it('pairs equal contents in the order of their ids, and a copy beside its original is new', () => {
    expect(changes('a1 b1', 'x1 y1 z1')).toEqual({
      ...none,
      added: ['z'],
      renamed: [
        { from: 'a', to: 'x' },
        { from: 'b', to: 'y' },
      ],
    });
    expect(changes('a1', 'a1 b1')).toEqual({ ...none, added: ['b'], unchanged: 1 });
  });
  it('takes two documents that changed places for changed', () => {
    expect(changes('a1 b2', 'a2 b1')).toEqual({ ...none, changed: ['a', 'b'] });
  });
  it('counts every document of both states exactly once, in whatever order they come', () => {
    const state = fc.uniqueArray(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.constantFrom(...'123')), {
      selector: ([id]) => id,
    });
    fc.assert(
      fc.property(state, state, fc.subarray([...'abcdefgh']), fc.subarray([...'abcdefgh']), (old, now, e, u) => {
        const of = (pairs: typeof old) => pairs.map(([id, contentSha256]) => ({ id, contentSha256 }));
        const tell = (a: typeof old, b: typeof old) =>
          changesOf(of(a), { documents: of(b), isEmptied: (id) => e.includes(id), isUnread: (id) => u.includes(id) });
        const found = tell(old, now);
        const kept = found.changed.length + found.renamed.length + found.unchanged;
        expect(kept + found.added.length).toBe(now.length);
        expect(kept + found.emptied.length + found.deleted.length + found.unread.length).toBe(old.length);
        expect(tell(old.toReversed(), now.toReversed())).toEqual(found);
      }),
    );
  });
});
