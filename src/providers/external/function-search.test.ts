import { describe, expect, it } from 'vitest';
import type { SearchFunction } from '../../contracts/ports.ts';
import { CONTRACT_ANSWERS, externalSearchContract } from './external-search.contract.ts';
import { openFunctionSearch } from './function-search.ts';

const open = (search: unknown, timeoutMs = 5_000) =>
  openFunctionSearch({ function: 'mine', timeoutMs }, search as SearchFunction);
const TOPIC = { topicId: 't1', query: 'q' };

externalSearchContract('a function', async () => open(({ topicId }: typeof TOPIC) => CONTRACT_ANSWERS[topicId] ?? []));

describe('openFunctionSearch', () => {
  it('gives the function the topic, the depth and a signal', async () => {
    const search = open((...args: unknown[]) => [{ id: JSON.stringify(args.slice(0, 2)) }]);
    expect(await search.search(TOPIC, 7)).toEqual([{ id: '[{"topicId":"t1","query":"q"},7]' }]);
  });
  it('is known by its name, and promises nothing of the next answer', () => {
    expect(open(() => []).identity).toEqual({ settings: { function: 'mine', timeoutMs: 5_000 }, determinism: 'none' });
  });
  it.each<[string, unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('index is locked');
      },
      'the search "mine" failed: index is locked',
    ],
    ['answers nothing', () => undefined, 'the search "mine" answered nothing, not a list of hits'],
    ['misspells a key', () => [{ doc: 'a', scroe: 1 }], 'unknown key "scroe"; did you mean "score"?'],
    ['never answers', () => new Promise(() => {}), 'the search "mine" gave no answer within 30 ms'],
  ])('names the fault of one that %s', async (_, search, message) => {
    await expect(open(search, 30).search(TOPIC, 5)).rejects.toMatchObject({
      code: 'GRK_EXTERNAL_FAILED',
      message: expect.stringContaining(message),
    });
  });
  it('stops when the user does, and tells the function', async () => {
    const stop = new AbortController();
    let told = false;
    const deaf = (_topic: unknown, _k: number, signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        told = true;
      });
      return new Promise(() => {});
    };
    const pending = open(deaf).search(TOPIC, 5, stop.signal);
    setTimeout(() => stop.abort(), 10);
    await expect(pending).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
    expect(told).toBe(true);
  });
});
