import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { smallGolden, workFolder } from '../../../test/binary.ts';
import { evaluate } from '../library/evaluate.ts';

const root = workFolder('silent reranker');
beforeAll(() => smallGolden(join(root, 'gold')));

/** What a report warns of where documents of a topic have these scores inside a combined reranker. */
async function warningsFor(scoreOf: (topic: number, doc: number) => number): Promise<string[]> {
  const { topics, stages } = await evaluate({ cwd: root, golden: 'gold', reranker: 'noop' });
  const docs = [
    ...new Set(stages.flatMap((stage) => stage.topics.flatMap(({ ranking }) => ranking.map((hit) => hit.doc)))),
  ];
  const rows = topics.flatMap(({ topicId }, topic) =>
    docs.map((doc, i) => JSON.stringify({ topicId, doc, score: scoreOf(topic, i) })),
  );
  writeFileSync(join(root, 'scores.jsonl'), rows.join('\n'));
  const { warnings } = await evaluate({ cwd: root, golden: 'gold', reranker: 'combined(scripted:scores.jsonl)' });
  return warnings.filter(({ code }) => code === 'constant-scores').map(({ message }) => message);
}
const message = (silent: number) =>
  expect.stringMatching(
    new RegExp(`^stage default/rerank: the reranker gave all candidates one score on ${silent} of \\d topics; what`),
  );

it('warns of a reranker that says nothing inside a combined one, whose scores differ all the same', async () => {
  expect(await warningsFor((topic) => topic)).toEqual([
    expect.stringMatching(/ on (\d) of \1 topics; what it is comb/),
  ]);
  expect(await warningsFor((topic, doc) => (topic === 0 ? 1 : doc))).toEqual([message(1)]);
  expect(await warningsFor((_, doc) => doc)).toEqual([]);
});
