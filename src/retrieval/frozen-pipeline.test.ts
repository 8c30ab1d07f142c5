import { expect, it } from 'vitest';
import { CONTEXT_ALGORITHM, indexedText } from '../contracts/document.ts';
import { StageSchema } from '../contracts/pipeline.ts';
import { type LegSearch, PIPELINE_ALGORITHM, type PipelineInput, runPipeline } from './pipeline.ts';

/** Two legs with fixed rankings over twelve passages of five documents. */
const Q = { topicId: 't', query: 'q' };
const RANKINGS = { bm25: [3, 4, 0, 11, 7, 8, 1, 5], dense: [8, 3, 10, 5, 4, 2, 9] };
const DOCUMENTS = Int32Array.from([0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4]);
const leg =
  (ranking: readonly number[]): LegSearch =>
  async (_query, limit, mask) => {
    const kept = ranking.filter((passage) => mask?.[passage] !== 0).slice(0, limit);
    return { passages: Int32Array.from(kept), scores: Float64Array.from(kept, (_, i) => 8 - i) };
  };

async function rankings(documentOf: Int32Array | undefined): Promise<Record<string, number[]>> {
  const input: PipelineInput = {
    stages: [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'fusion', window: 4 }].map((stage) =>
      StageSchema.parse(stage),
    ),
    legs: new Map(Object.entries(RANKINGS).map(([name, ranking]) => [name, leg(ranking)])),
    topK: 4,
    passages: 12,
    documentOf,
    now: () => 0,
  };
  const mask = new Uint8Array(12).fill(1);
  mask[4] = 0;
  const traces = await runPipeline(input, Q, mask);
  return Object.fromEntries(traces.map(({ stage, list }) => [stage, [...list.passages]]));
}

it('is frozen under the version id of the pipeline', async () => {
  expect([PIPELINE_ALGORITHM, await rankings(undefined), await rankings(DOCUMENTS)]).toMatchInlineSnapshot(`
    [
      "pipeline/2",
      {
        "bm25": [
          3,
          0,
          11,
          7,
        ],
        "dense": [
          8,
          3,
          10,
          5,
        ],
        "fusion": [
          3,
          8,
          0,
          10,
        ],
      },
      {
        "bm25": [
          3,
          0,
          11,
          7,
        ],
        "dense": [
          8,
          3,
          10,
          2,
        ],
        "fusion": [
          3,
          0,
          11,
          8,
        ],
      },
    ]
  `);
});

it('is frozen where the best passage of a document is masked, and one fusion is narrower than its legs', async () => {
  const stages = [
    { kind: 'bm25' },
    { kind: 'dense' },
    { kind: 'fusion', name: 'narrow', window: 2 },
    { kind: 'fusion', name: 'wide', window: 5 },
  ].map((stage) => StageSchema.parse(stage));
  // Passage 3 is the best of document 1 in bm25, 8 the best of document 3 in dense.
  const mask = new Uint8Array(12).fill(1);
  mask[3] = 0;
  mask[8] = 0;
  const traces = await runPipeline(
    {
      stages,
      legs: new Map(Object.entries(RANKINGS).map(([name, ranking]) => [name, leg(ranking)])),
      topK: 4,
      passages: 12,
      documentOf: DOCUMENTS,
      now: () => 0,
    },
    Q,
    mask,
  );
  expect([
    PIPELINE_ALGORITHM,
    Object.fromEntries(traces.map(({ stage, list }) => [stage, [...list.passages]])),
  ]).toEqual([
    'pipeline/2',
    // Documents: bm25 reads 1, 0, 4, 2, dense 4, 1, 0, 3. Narrow has 1/61 + 1/62, 1/61, 1/62 for 1, 4, 0; in wide
    // document 4 has 1/61 + 1/63, above document 0, and 2 and 3 tie.
    { bm25: [4, 0, 11, 7], dense: [10, 5, 2, 9], narrow: [4, 10, 0], wide: [4, 10, 0, 7] },
  ]);
});

it('is frozen under the version id of the context', () => {
  const passage = { headingPath: ['Errors', 'Codes'], text: '## Codes\n\nLP-101' };
  expect([CONTEXT_ALGORITHM, indexedText(passage), indexedText({ headingPath: [], text: 'bare' })]).toEqual([
    'heading-context/1',
    'Errors > Codes\n## Codes\n\nLP-101',
    'bare',
  ]);
});
