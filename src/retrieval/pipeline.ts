import { GrkError } from '../contracts/errors.ts';
import type { Stage } from '../contracts/pipeline.ts';
import type { PassageMask } from '../contracts/ports.ts';
import type { ScoredList } from '../contracts/ranking.ts';
import { collapse, commonPassages, type DocumentNumbers, truncate } from './collapse.ts';
import { type Contribution, type FusionLeg, rrf } from './fusion/rrf.ts';

/** Version id of what happens between legs and stages: windows, masks, passages to documents, truncation. */
export const PIPELINE_ALGORITHM = 'pipeline/1';

/** An opened leg: the best passages for a query. */
export type LegSearch = (query: string, limit: number, mask: PassageMask | undefined) => Promise<ScoredList>;

export interface PipelineInput {
  readonly stages: readonly Stage[];
  /** Opened legs by stage name. */
  readonly legs: ReadonlyMap<string, LegSearch>;
  readonly topK: number;
  readonly passages: number;
  /** Set in document unit: legs collapse to the best passage per document before fusion. */
  readonly documentOf: DocumentNumbers | undefined;
  /** Milliseconds; injected, since this room has no clock. */
  readonly now: () => number;
}

export interface StageTrace {
  readonly stage: string;
  readonly list: ScoredList;
  /** The stage's own time, without that of its inputs. */
  readonly ownMs: number;
  /** Empty for legs. */
  readonly contributions: (passage: number) => Contribution[];
  /** Why the stage has no ranking: it failed, or one of its inputs did. Its list is empty then. */
  readonly error?: unknown;
}

/** The depth to which the legs of a pipeline are read: the window of the fusions that use them, else topK. */
export function windowOf(stages: readonly Stage[], leg: string, topK: number): number {
  const windows = stages.flatMap((stage) =>
    stage.kind === 'fusion' && stage.legs.includes(leg) ? [stage.window] : [],
  );
  return windows.length === 0 ? topK : Math.max(...windows);
}

/**
 * Checks that no ranking is asked for that is deeper than what its legs are read to.
 * @throws GrkError GRK_WINDOW
 */
export function checkDepths(stages: readonly Stage[], topK: number): void {
  for (const stage of stages) {
    if (stage.kind !== 'fusion' || topK <= stage.window) continue;
    throw new GrkError('GRK_WINDOW', `top-k ${topK} is above the window ${stage.window} of stage "${stage.name}"`, {
      remedy: `Ask for at most ${stage.window}, or widen the window in the configuration or suite.`,
    });
  }
}

/**
 * Runs every stage of a pipeline on one query, in order.
 * Rankings are cut to topK only when returned: the top 5 of a top-50 request equal a top-5 request.
 * A stage that fails carries its error, as do the stages that read it; the others still answer.
 * @throws GrkError GRK_INTERRUPTED
 */
export async function runPipeline(input: PipelineInput, query: string, mask?: PassageMask): Promise<StageTrace[]> {
  const full = new Map<string, ScoredList>();
  const failed = new Map<string, unknown>();
  const traces: StageTrace[] = [];
  for (const stage of input.stages) {
    const startMs = input.now();
    const trace = (result: StageResult) => {
      const ownMs = input.now() - startMs;
      traces.push({ ...result, stage: stage.name, list: truncate(result.list, input.topK), ownMs });
    };
    try {
      for (const name of inputsOf(stage)) if (failed.has(name)) throw failed.get(name);
      const result = await runStage(input, stage, query, mask, full);
      full.set(stage.name, result.list);
      trace(result);
    } catch (error) {
      if (error instanceof GrkError && error.code === 'GRK_INTERRUPTED') throw error;
      failed.set(stage.name, error);
      trace({ list: { passages: new Int32Array(0), scores: new Float64Array(0) }, contributions: () => [], error });
    }
  }
  return traces;
}

/** The stages that a stage reads. */
export function inputsOf(stage: Stage): readonly string[] {
  if (stage.kind === 'fusion') return stage.legs;
  return stage.kind === 'rerank' ? [stage.input] : [];
}

type StageResult = Pick<StageTrace, 'list' | 'contributions' | 'error'>;

async function runStage(
  input: PipelineInput,
  stage: Stage,
  query: string,
  mask: PassageMask | undefined,
  full: ReadonlyMap<string, ScoredList>,
): Promise<StageResult> {
  switch (stage.kind) {
    case 'bm25':
    case 'dense':
      return { list: await readLeg(input, stage.name, query, mask), contributions: () => [] };
    case 'fusion': {
      const read = stage.legs.map((leg) => truncate(full.get(leg) ?? missing(leg), stage.window));
      const lists = input.documentOf === undefined ? read : commonPassages(read, input.documentOf);
      const legs: FusionLeg[] = stage.legs.map((name, i) => ({
        name,
        weight: stage.weights[name] ?? 1,
        list: lists[i] ?? missing(name),
      }));
      return rrf(legs, stage.k);
    }
    case 'rerank':
      return missing(stage.name);
  }
}

/** Reads a leg to its window; in document unit, deeper until the window is full of documents or the leg is exhausted. */
async function readLeg(
  input: PipelineInput,
  name: string,
  query: string,
  mask: PassageMask | undefined,
): Promise<ScoredList> {
  const search = input.legs.get(name) ?? missing(name);
  const window = windowOf(input.stages, name, input.topK);
  if (input.documentOf === undefined) return search(query, window, mask);
  for (let limit = window; ; limit *= 2) {
    const list = await search(query, limit, mask);
    const documents = collapse(list, input.documentOf);
    if (documents.passages.length >= window || list.passages.length < limit) return truncate(documents, window);
  }
}

function missing(stage: string): never {
  throw new GrkError('GRK_INTERNAL', `stage "${stage}" was run without being opened`);
}
