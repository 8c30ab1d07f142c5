import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { StageSchema } from '../../contracts/pipeline.ts';
import type { LegSearch } from '../../retrieval/pipeline.ts';
import type { RunTopic } from './execute.ts';
import { checkRepeats, type RepeatedVariant, timeRepeats } from './repeat.ts';

const silent = { start: () => {}, advance: () => {}, done: () => {} };
const topics: RunTopic[] = ['a', 'b'].map((topicId) => ({ topicId, query: topicId, mask: undefined }));
const answer: LegSearch = async () => ({ passages: Int32Array.of(0), scores: Float64Array.of(1) });

/** Variants on one clock, which moves only when a leg is searched: by the milliseconds of that variant. */
function setUp(costsMs: Readonly<Record<string, number>>, search: LegSearch = answer) {
  const log: string[] = [];
  let ms = 0;
  const variants = Object.entries(costsMs).map(([name, cost]): RepeatedVariant => {
    const leg: LegSearch = (topic, ...rest) => {
      log.push(`${name} ${topic.topicId}`);
      ms += cost;
      return search(topic, ...rest);
    };
    return {
      name,
      topics,
      pipeline: {
        stages: [
          StageSchema.parse({ kind: 'bm25' }),
          StageSchema.parse({ kind: 'dense' }),
          StageSchema.parse({ kind: 'fusion' }),
        ],
        legs: new Map([
          ['bm25', leg],
          ['dense', answer],
        ]),
        topK: 10,
        passages: 1,
        documentOf: undefined,
        now: () => ms,
      },
    };
  });
  return { variants, log };
}

describe('timeRepeats', () => {
  it('lets all variants answer a topic before the next comes, and another begin in each repeat', async () => {
    const { variants, log } = setUp({ x: 1, y: 2 });
    await timeRepeats(variants, 3, silent, undefined);
    expect(log).toEqual(
      ['x a', 'y a', 'x b', 'y b'].concat(['y a', 'x a', 'y b', 'x b']).concat(['x a', 'y a', 'x b', 'y b']),
    );
  });

  it('gives each stage the time of its path, per topic and repeat', async () => {
    const { variants } = setUp({ x: 1, y: 2 });
    const found = await timeRepeats(variants, 2, silent, undefined);
    expect(Object.fromEntries(found)).toEqual({
      'x/bm25': [
        [1, 1],
        [1, 1],
      ],
      'x/dense': [
        [0, 0],
        [0, 0],
      ],
      'x/fusion': [
        [1, 1],
        [1, 1],
      ],
      'y/bm25': [
        [2, 2],
        [2, 2],
      ],
      'y/dense': [
        [0, 0],
        [0, 0],
      ],
      'y/fusion': [
        [2, 2],
        [2, 2],
      ],
    });
  });

  it('has null where a stage failed, and for the stages that read it', async () => {
    const { variants } = setUp({ x: 1 }, async (topic) => {
      if (topic.topicId === 'b') throw new GrkError('GRK_LEG_BROKEN', 'broken', { remedy: '' });
      return answer(topic, 1, undefined);
    });
    const found = await timeRepeats(variants, 2, silent, undefined);
    expect(found.get('x/bm25')).toEqual([
      [1, 1],
      [null, null],
    ]);
    expect(found.get('x/fusion')?.[1]).toEqual([null, null]);
    expect(found.get('x/dense')?.[1]).toEqual([0, 0]);
  });

  it('times nothing again for one repeat: the scoring pass did', async () => {
    const { variants, log } = setUp({ x: 1 });
    expect((await timeRepeats(variants, 1, silent, undefined)).size).toBe(0);
    expect(log).toEqual([]);
  });

  it('stops when the user stops, and ends its progress', async () => {
    const controller = new AbortController();
    const steps: string[] = [];
    const progress = {
      start: (label: string, total: number) => void steps.push(`${label} ${total}`),
      advance: () => controller.abort(),
      done: () => void steps.push('done'),
    };
    const { variants, log } = setUp({ x: 1, y: 1 });
    await expect(timeRepeats(variants, 2, progress, controller.signal)).rejects.toMatchObject({
      code: 'GRK_INTERRUPTED',
    });
    expect(log).toEqual(['x a', 'y a']);
    expect(steps).toEqual(['repeats 4', 'done']);
  });
});

it.each([0, -1, 1.5, 101, Number.NaN])('%d repeats are refused', (repeats) => {
  expect(() => checkRepeats(repeats)).toThrow(`${repeats} repeats were asked for`);
});
it('1 to 100 repeats are taken', () => {
  expect([checkRepeats(1), checkRepeats(100)]).toEqual([1, 100]);
});
