import { GrkError } from '../contracts/errors.ts';
import type { Stage, StageOf } from '../contracts/pipeline.ts';
import type { PassageMask, TopicQuery } from '../contracts/ports.ts';
import type { ScoredList } from '../contracts/ranking.ts';
import { collapse, commonPassages, type DocumentNumbers, truncate } from './collapse.ts';
import { type Contribution, type FusionLeg, rrf } from './fusion/rrf.ts';
import { addsToLegs, legScores, type ScoredLeg } from './leg-scores.ts';
import { type RerankCandidates, rerankTop } from './rerank.ts';

/** Version id of what happens between legs and stages: windows, masks, passages to documents, truncation. */
export const PIPELINE_ALGORITHM = 'pipeline/2';

/** An opened leg: the best passages for a query. */
export type LegSearch = (topic: TopicQuery, limit: number, mask: PassageMask | undefined) => Promise<ScoredList>;

export interface PipelineInput {
  readonly stages: readonly Stage[];
  /** Opened legs by stage name. */
  readonly legs: ReadonlyMap<string, LegSearch>;
  /** Opened rerankers by stage name; left out where there is none. */
  readonly rerankers?: ReadonlyMap<string, RerankCandidates>;
  readonly topK: number;
  readonly passages: number;
  /** Set in document unit: legs collapse to the best passage per document before fusion. */
  readonly documentOf: DocumentNumbers | undefined;
  /** Per passage, its place among equal scores in a fusion of stored runs alone; left out where there is none. */
  readonly outsidePlaces?: Int32Array | undefined;
  /** Milliseconds; injected, since this room has no clock. */
  readonly now: () => number;
}

export interface StageTrace {
  readonly stage: string;
  readonly list: ScoredList;
  /** The same before it was cut to topK: what other stages read. */
  readonly full: ScoredList;
  /** The stage's own time, without that of its inputs. */
  readonly ownMs: number;
  /** Empty for legs. */
  readonly contributions: (passage: number) => Contribution[];
  /** Why the stage has no ranking: it failed, or one of its inputs did. Its list is empty then. */
  readonly error?: unknown;
}

/** The depth to which a leg is read: the window of the fusions that use it, else topK or the depth of a reranker. */
export function windowOf(stages: readonly Stage[], leg: string, topK: number): number {
  const windows = stages.flatMap((stage) =>
    stage.kind === 'fusion' && stage.legs.includes(leg) ? [stage.window] : [],
  );
  const depths = stages.flatMap((stage) => (stage.kind === 'rerank' && stage.input === leg ? [stage.depth] : []));
  return Math.max(...(windows.length === 0 ? [topK, ...depths] : windows));
}

/**
 * Checks that nothing is asked for that is deeper than what legs are read to.
 * @throws GrkError GRK_WINDOW
 */
export function checkDepths(stages: readonly Stage[], topK: number): void {
  for (const stage of stages) {
    if (stage.kind === 'fusion') checkDepth(`top-k ${topK}`, topK, stage);
    if (stage.kind !== 'rerank') continue;
    const input = stages.find(({ name }) => name === stage.input);
    if (input?.kind === 'fusion') checkDepth(`depth ${stage.depth} of stage "${stage.name}"`, stage.depth, input);
  }
}

function checkDepth(what: string, depth: number, { name, window }: StageOf<'fusion'>): void {
  if (depth <= window) return;
  throw new GrkError('GRK_WINDOW', `${what} is above the window ${window} of stage "${name}"`, {
    remedy: `Ask for at most ${window}, or widen the window in the configuration or suite.`,
  });
}

/**
 * Runs every stage of a pipeline on one query, in order.
 * Rankings are cut to topK only when returned: the top 5 of a top-50 request equal a top-5 request.
 * A stage that fails carries its error, as do the stages that read it; the others still answer.
 * @throws GrkError GRK_INTERRUPTED
 */
export async function runPipeline(input: PipelineInput, topic: TopicQuery, mask?: PassageMask): Promise<StageTrace[]> {
  const full = new Map<string, ScoredList>();
  const failed = new Map<string, unknown>();
  const traces: StageTrace[] = [];
  for (const stage of input.stages) {
    const startMs = input.now();
    const trace = (result: StageResult) => {
      const ownMs = input.now() - startMs;
      const list = truncate(result.list, input.topK);
      traces.push({ ...result, stage: stage.name, list, full: result.list, ownMs });
    };
    try {
      for (const name of inputsOf(stage)) if (failed.has(name)) throw failed.get(name);
      const result = await runStage(input, stage, topic, mask, full);
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

/** A fusion of stored runs alone is a ranking from outside, as if they had been fused there. */
function isOutside({ legs }: StageOf<'fusion'>, stages: readonly Stage[]): boolean {
  const isStored = (stage: Stage) => stage.kind === 'external' && 'run' in stage.source;
  return legs.every((leg) => stages.some((stage) => stage.name === leg && isStored(stage)));
}

type StageResult = Pick<StageTrace, 'list' | 'contributions' | 'error'>;

/**
 * Runs one stage on what the stages before it returned.
 * @param full uncut rankings by stage name
 */
export async function runStage(
  input: PipelineInput,
  stage: Stage,
  topic: TopicQuery,
  mask: PassageMask | undefined,
  full: ReadonlyMap<string, ScoredList>,
): Promise<StageResult> {
  switch (stage.kind) {
    case 'bm25':
    case 'dense':
    case 'external':
      return { list: await readLeg(input, stage.name, topic, mask), contributions: () => [] };
    case 'fusion': {
      // A leg without weight is absent: it may not even decide by which passage a document is named.
      const names = stage.legs.filter((leg) => stage.weights[leg] !== 0);
      const read = names.map((leg) => truncate(full.get(leg) ?? missing(leg), stage.window));
      const lists = input.documentOf === undefined ? read : commonPassages(read, input.documentOf);
      const legs: FusionLeg[] = names.map((name, i) => ({
        name,
        weight: stage.weights[name] ?? 1,
        list: lists[i] ?? missing(name),
      }));
      return rrf(legs, stage.k, isOutside(stage, input.stages) ? input.outsidePlaces : undefined);
    }
    case 'rerank': {
      const rerank = input.rerankers?.get(stage.name) ?? missing(stage.name);
      const ranking = full.get(stage.input) ?? missing(stage.input);
      const list = await rerankTop(ranking, stage.depth, topic, async (query, candidates) => {
        const legs = legsAddedTo(input, stage, full);
        return rerank(query, candidates, legs && legScores(candidates.passages, legs, input.documentOf));
      });
      return { list, contributions: () => [] };
    }
  }
}

/** The legs to whose scores a rerank stage adds; undefined where it adds to that of its input. */
function legsAddedTo(
  { stages }: PipelineInput,
  stage: StageOf<'rerank'>,
  full: ReadonlyMap<string, ScoredList>,
): ScoredLeg[] | undefined {
  const fusion = stages.find(({ name }) => name === stage.input);
  if (fusion?.kind !== 'fusion' || !addsToLegs(stage, stages)) return undefined;
  return fusion.legs.map((leg) => {
    const list = truncate(full.get(leg) ?? missing(leg), fusion.window);
    return { weight: fusion.weights[leg] ?? 1, list };
  });
}

/** Reads a leg to its window; in document unit, deeper until the window is full of documents or the leg is exhausted. */
async function readLeg(
  input: PipelineInput,
  name: string,
  topic: TopicQuery,
  mask: PassageMask | undefined,
): Promise<ScoredList> {
  const search = input.legs.get(name) ?? missing(name);
  const window = windowOf(input.stages, name, input.topK);
  if (input.documentOf === undefined) return search(topic, window, mask);
  for (let limit = window; ; limit *= 2) {
    const list = await search(topic, limit, mask);
    const documents = collapse(list, input.documentOf);
    if (documents.passages.length >= window || list.passages.length < limit) return truncate(documents, window);
  }
}

function missing(stage: string): never {
  throw new GrkError('GRK_INTERNAL', `stage "${stage}" was run without being opened`);
}
