import { GrkError } from '../../contracts/errors.ts';
import type { ExternalIdentity } from '../../contracts/external.ts';
import type { Stage, StageOf } from '../../contracts/pipeline.ts';
import type { ExternalSearch } from '../../contracts/ports.ts';
import type { ReportWarning } from '../../contracts/report.ts';
import { locateLines } from '../../evals/golden/anchor.ts';
import { NOT_TIMED, type VariantRun } from '../../evals/run/execute.ts';
import {
  createHitIndex,
  type HitIndex,
  type HitRules,
  outsidePlaces,
  rankHits,
} from '../../retrieval/external-hits.ts';
import { inputsOf, type LegSearch } from '../../retrieval/pipeline.ts';
import type { OpenCollection } from '../collections/open-collection.ts';
import { runCoverage } from './external-coverage.ts';
import type { RunSearch } from './external-run.ts';
import type { EvalScope } from './variant.ts';

/** The external stages of one variant, ready to run. */
export interface ExternalLegs {
  readonly legs: ReadonlyMap<string, LegSearch>;
  readonly identities: ReadonlyMap<string, ExternalIdentity>;
  /** For fusions of stored runs. */
  readonly outsidePlaces: Int32Array | undefined;
  /** Topics that all of them take at a time. */
  readonly concurrency: number;
  readonly warnings: readonly ReportWarning[];
  /**
   * Takes a run as it stands: latencies that rest on a stored run are nobody's.
   * @throws GrkError GRK_LEG_BROKEN for a search whose hits are all unknown here
   */
  readonly finish: (run: Promise<VariantRun>) => Promise<VariantRun>;
}

const NO_EXTERNAL_LEGS: ExternalLegs = {
  legs: new Map(),
  identities: new Map(),
  outsidePlaces: undefined,
  concurrency: 1,
  warnings: [],
  finish: (run) => run,
};

/** Whether any hit of a search was found in the index. */
interface Join {
  isPlaced: boolean;
  firstFault: string | undefined;
}

type OpenStage = StageOf<'external'> & { readonly id: string; readonly search: ExternalSearch | RunSearch };

/**
 * Makes legs of the external stages of a variant.
 * @throws GrkError GRK_NOTHING_MEASURED for a run without any of the topics
 */
export function externalLegs(
  scope: EvalScope,
  variant: string,
  stages: readonly Stage[],
  collection: OpenCollection,
): ExternalLegs {
  const external = stages.flatMap((stage): OpenStage[] =>
    stage.kind === 'external'
      ? [{ ...stage, id: `${variant}/${stage.name}`, search: scope.external.of(stage.source) }]
      : [],
  );
  if (external.length === 0) return NO_EXTERNAL_LEGS;
  const index = createHitIndex(collection.passages, collection.documents, scope.golden.unit);
  const joins = new Map<string, Join>();
  const legs = external.map(({ name, id, search }): [string, LegSearch] => {
    const join: Join = { isPlaced: false, firstFault: undefined };
    joins.set(id, join);
    return [name, legOf(scope, search, index, join)];
  });
  const limits = external.map(({ search }) => search.concurrency).filter(Number.isFinite);
  const concurrency = limits.length === 0 ? 1 : Math.min(...limits);
  return {
    legs: new Map(legs),
    identities: new Map(external.map(({ name, search }) => [name, search.identity])),
    outsidePlaces: external.some(({ search }) => 'topicIds' in search) ? outsidePlaces(index) : undefined,
    concurrency,
    warnings: [
      ...external.flatMap(({ id, search }) => ('topicIds' in search ? runCoverage(scope, id, search) : [])),
      ...loadWarning(variant, concurrency),
    ],
    finish: async (pending) => {
      const run = await pending.catch((error: unknown) => {
        if (!(error instanceof GrkError && error.code === 'GRK_INTERRUPTED')) refuseStrangers(joins, index);
        throw error;
      });
      refuseStrangers(joins, index);
      const stored = external.flatMap(({ name, search }) => ('topicIds' in search ? [name] : []));
      return withoutStoredLatency(run, stages, stored);
    },
  };
}

/**
 * Asks for as many hits as are wanted and masked, and for more where hits fell together in passages, until no new
 * passage comes.
 */
function legOf(scope: EvalScope, search: ExternalSearch, index: HitIndex, join: Join): LegSearch {
  const { session } = scope;
  const readSpans = lineSpans(scope);
  return async (topic, limit, mask) => {
    const masked = mask?.reduce((count, kept) => count + 1 - kept, 0) ?? 0;
    for (let k = limit + masked, found = -1; ; k *= 2) {
      const hits = await search.search(topic, k, session.signal);
      const spanOfLines = hits.some((hit) => 'lines' in hit) ? await readSpans() : noLines;
      const { list, faults } = rankHits(hits, index, { order: search.order, mask, spanOfLines });
      join.isPlaced ||= faults.length < hits.length;
      join.firstFault ??= faults[0];
      if (faults.length > 0) throw strangers(faults, hits.length);
      const { passages, scores } = list;
      if (passages.length >= limit || hits.length < k || passages.length === found) {
        return { passages: passages.slice(0, limit), scores: scores.slice(0, limit) };
      }
      found = passages.length;
    }
  };
}

/** Reads the texts once, and only where a hit is given by lines. */
function lineSpans({ corpus }: EvalScope): () => Promise<HitRules['spanOfLines']> {
  let pending: Promise<HitRules['spanOfLines']> | undefined;
  const read = async (): Promise<HitRules['spanOfLines']> => {
    const { documents } = await corpus.read();
    const texts = new Map(documents.map(({ id, text }) => [id, text]));
    return (doc, first, last) => locateLines(texts.get(doc) ?? '', first, last);
  };
  return () => {
    pending ??= read();
    return pending;
  };
}

function noLines(): never {
  throw new RangeError('lines of a hit were looked up without the texts');
}

function strangers(faults: readonly string[], hits: number): GrkError {
  const message = `${faults.length} of ${hits} hits are nowhere in this index; first: ${faults[0]}`;
  return new GrkError('GRK_EXTERNAL_FAILED', message, {
    remedy: 'Index the same documents there as in the golden set, and name them by the same ids.',
    facts: { faults: faults.length, hits },
  });
}

/** Ids that never match are a fault of the join, which a wall of zeros would hide. */
function refuseStrangers(joins: ReadonlyMap<string, Join>, { passages }: HitIndex): void {
  for (const [id, { isPlaced, firstFault }] of joins) {
    if (isPlaced || firstFault === undefined) continue;
    const example = passages[0];
    const here = example === undefined ? 'nothing' : `document "${example.doc}" and passage "${example.id}"`;
    throw new GrkError('GRK_LEG_BROKEN', `${id}: not one of its hits is in this index; first: ${firstFault}`, {
      remedy: `Compare the ids: this index holds, for example, ${here}.`,
    });
  }
}

function loadWarning(variant: string, concurrency: number): ReportWarning[] {
  if (concurrency === 1) return [];
  const message = `${variant}: latencies are those of up to ${concurrency} topics at a time, in every stage of it`;
  const remedy = 'For latencies of single queries set concurrency to 1.';
  return [{ code: 'latency-under-load', message, remedy }];
}

/** Reading a stored ranking takes no time that a search would take: whatever rests on it has no latency. */
function withoutStoredLatency(run: VariantRun, stages: readonly Stage[], stored: readonly string[]): VariantRun {
  const touched = new Set(stored);
  for (const stage of stages) if (inputsOf(stage).some((name) => touched.has(name))) touched.add(stage.name);
  const timing = new Map([...run.timing].map(([name, each]) => [name, touched.has(name) ? NOT_TIMED : each]));
  return { ...run, timing };
}
