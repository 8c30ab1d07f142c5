import { describe, expect, it } from 'vitest';
import type { Determinism } from '../../contracts/embedder.ts';
import type { ExternalIdentity } from '../../contracts/external.ts';
import type { Topic } from '../../contracts/golden.ts';
import { StageSchema } from '../../contracts/pipeline.ts';
import { reportStages, stageWarnings } from './assemble.ts';

const TOPIC: Topic = {
  ...{ topicId: 'a', query: 'q', category: 'c', split: 'dev', slices: [], answerable: true },
  ...{ gold: [], overlap: undefined, where: 'j:1' },
};
const EMPTY = { list: { passages: new Int32Array(0), scores: new Float64Array(0) }, error: undefined };

function stagesOf(promises: Record<string, Determinism>, canAbstain: boolean) {
  const legs = Object.keys(promises);
  const stages = [
    StageSchema.parse({ kind: 'bm25' }),
    ...legs.map((name) => StageSchema.parse({ kind: 'external', name, source: { run: `${name}.run` }, canAbstain })),
    StageSchema.parse({ kind: 'fusion', legs: ['bm25', ...legs] }),
  ];
  const identity = (determinism: Determinism): ExternalIdentity => ({ settings: {}, determinism });
  return reportStages([TOPIC], [{ family: 'RR' }], {
    name: 'v',
    stages,
    passages: [],
    relevance: [{ gradeOf: () => null, judged: [1] }],
    run: { outcomes: new Map(stages.map(({ name }) => [name, [EMPTY]])), timing: new Map(), traces: [] },
    dense: null,
    rerankers: new Map(),
    controls: [],
    unit: 'document',
    external: new Map(Object.entries(promises).map(([name, each]) => [name, identity(each)])),
  });
}

describe('reportStages with external stages', () => {
  it.each<[Record<string, Determinism>, Determinism[]]>([
    [{ x: 'bitwise' }, ['bitwise', 'bitwise', 'bitwise']],
    [{ x: 'none' }, ['bitwise', 'none', 'none']],
    [{ x: 'machine', y: 'none' }, ['bitwise', 'machine', 'none', 'none']],
    [{ x: 'machine', y: 'bitwise' }, ['bitwise', 'machine', 'bitwise', 'machine']],
  ])('gives each the promise of its source, and a fusion the weakest: %o', (promises, expected) => {
    expect(stagesOf(promises, false).map(({ determinism }) => determinism)).toEqual(expected);
  });
  it('measures silence only where a search says that it has a rule for it', () => {
    expect(stagesOf({ x: 'none' }, false).map(({ abstention }) => abstention === null)).toEqual([false, true, true]);
    expect(stagesOf({ x: 'none' }, true).map(({ abstention }) => abstention === null)).toEqual([false, false, false]);
  });
  it('does not blame the analyzer for a search from outside that finds nothing', () => {
    const told = stageWarnings(stagesOf({ x: 'none' }, false)).find(({ stage }) => stage === 'v/x');
    expect(told?.remedy).toContain('your search');
  });
});
