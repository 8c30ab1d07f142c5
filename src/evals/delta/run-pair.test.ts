import { expect, it } from 'vitest';
import { pairDeltas } from './derive.ts';
import { runPair, runSide } from './run-pair.ts';

const MEASURES = ['nDCG@10', 'AP'];
const DECLARED = { primary: 'nDCG@10', secondary: ['AP'] };
const side = (name: string, ndcg: number[], ap: number[], topics = ['q1', 'q2', 'q3']) =>
  runSide({ name, topics, values: [Float64Array.from(ndcg), Float64Array.from(ap)] }, MEASURES);

it('compares each measure of two run files by its own values, and names them by the files', () => {
  const baseline = side('a.run', [0.5, 0.25, 0], [0.1, 0.2, 0.3]);
  const candidate = side('b.run', [0.5, 0.5, 0.5], [0.3, 0.2, 0.1]);
  expect(candidate.stage.means).toEqual({ 'nDCG@10': 0.5, AP: expect.closeTo(0.2, 15) });
  const [quality] = pairDeltas(runPair(baseline, candidate, DECLARED));
  expect(quality?.verdict).toBe(
    'b.run: IMPROVEMENT against a.run — nDCG@10 +0.2500 (2 wins, 1 tie, 0 losses over 3 topics)',
  );
  expect(quality?.measures.AP).toMatchObject({ direction: 'none' });
});

it('refuses runs that were scored over other topics', () => {
  const baseline = side('a.run', [1, 1], [1, 1], ['q1', 'q2']);
  expect(() => runPair(baseline, side('b.run', [1, 1, 1], [1, 1, 1]), DECLARED)).toThrow('over other topics');
});
