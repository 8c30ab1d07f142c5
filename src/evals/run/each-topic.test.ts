import { describe, expect, it } from 'vitest';
import { eachTopic } from './each-topic.ts';

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('eachTopic', () => {
  it.each([1, 3, 8, 64])('gives results in topic order, %d at a time and no more', async (concurrency) => {
    const topics = [9, 1, 7, 3, 5, 2, 8, 4];
    let running = 0;
    let most = 0;
    const results = await eachTopic(topics, concurrency, undefined, async (topic) => {
      most = Math.max(most, ++running);
      await later(topic);
      running--;
      return topic * 10;
    });
    expect(results).toEqual(topics.map((topic) => topic * 10));
    expect(most).toBe(Math.min(concurrency, topics.length));
  });
  it('starts nothing more once one has failed', async () => {
    const started: number[] = [];
    const topics = Array.from({ length: 20 }, (_, i) => i);
    const run = eachTopic(topics, 2, undefined, async (topic) => {
      started.push(topic);
      await later(1);
      if (topic === 3) throw new Error('stop here');
    });
    await expect(run).rejects.toThrow('stop here');
    await later(20);
    expect(started.length).toBeLessThan(7);
  });
  it('stops when the user does, before the first topic and later, even where the work never waits', async () => {
    const work = async () => {};
    await expect(eachTopic([1], 1, AbortSignal.abort(), work)).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 0);
    const many = Array.from({ length: 1_000_000 }, (_, i) => i);
    await expect(eachTopic(many, 1, stop.signal, work)).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
  });
  it('gives nothing for no topics', async () => {
    expect(await eachTopic([], 4, undefined, async () => 1)).toEqual([]);
  });
});
