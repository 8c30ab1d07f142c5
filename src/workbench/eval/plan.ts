import { canonicalJson } from '../../contracts/canonical-json.ts';
import { measureName } from '../../contracts/measure.ts';
import type { Stage } from '../../contracts/pipeline.ts';
import type { Detectable, EvalPlan } from '../../contracts/plan.ts';
import type { Report } from '../../contracts/report.ts';
import { deriveDeltas } from '../../evals/delta/derive.ts';
import { gateFamilySize } from '../../evals/delta/gate-plan.ts';
import { type Plan, stageIds } from '../../evals/run/plan.ts';
import { minimumDetectableEffect } from '../../evals/stats/power.ts';
import { inputsOf } from '../../retrieval/pipeline.ts';
import { goldenChunker } from '../collections/eval-index.ts';
import type { Session } from '../session/state.ts';
import { gatesInForce, readBaseline } from './gate.ts';
import { type EvalRequest, type PreparedEval, prepareEval } from './prepare.ts';
import { loadSuite } from './suite-file.ts';

/**
 * Says what `evalRun` would run and compare. It needs no index and leaves nothing behind.
 * @throws GrkError as `evalRun` does before it runs
 */
export async function evalPlan(session: Session, request: EvalRequest = {}): Promise<EvalPlan> {
  const { gating = {} } = request;
  const declared = loadSuite(session, request.suite).suite.gates;
  // A baseline may be named here for its spread alone.
  const isGated = gatesInForce(declared, gating).length > 0;
  const prepared = await prepareEval(session, { ...request, gating: isGated ? gating : {} });
  const { suite, golden, selection, measures, plan } = prepared;
  const names = measures.measures.map(measureName);
  const ids = stageIds(plan);
  const baseline = gating.baseline === undefined ? undefined : readBaseline(session.cwd, gating.baseline).baseline;
  const gates = prepared.gating?.gates ?? [];
  const answerable = selection.topics.filter((topic) => topic.answerable === true).length;
  const familySize = declaredPairs(plan, rulersOf(session, prepared));
  const { primary, alpha } = suite;
  return {
    golden: {
      name: golden.name,
      version: golden.version,
      split: selection.split,
      topics: selection.topics.length,
      answerable,
    },
    stages: plan.variants.flatMap(({ variant, stages }) =>
      stages.map(({ name, kind }) => ({ id: `${variant.name}/${name}`, kind })),
    ),
    baselineStage: plan.baseline,
    primary,
    secondary: suite.secondary,
    measures: names,
    alpha,
    familySize,
    gates,
    gateFamilySize: gateFamilySize(gates),
    ...(baseline === undefined
      ? {}
      : { detectable: detectableOf(baseline, { ids, primary, answerable, alpha: alpha / Math.max(1, familySize) }) }),
    warnings: [...plan.warnings, ...measures.warnings],
  };
}

/** What each stage is measured with, by id; null for a structural one, which is compared with nothing. */
function rulersOf(
  session: Session,
  { golden, plan, embedders, rerankers }: PreparedEval,
): ReadonlyMap<string, string | null> {
  const rulers = new Map<string, string | null>();
  for (const { variant, stages } of plan.variants) {
    const isStandIn = (stage: Stage) =>
      stage.kind === 'dense'
        ? embedders.get(variant.embedder ?? session.loaded.config.embedder)?.isStructural === true
        : stage.kind === 'rerank' && rerankers.get(stage.reranker)?.(() => null).isStructural === true;
    const chunker = variant.chunker ?? goldenChunker(golden, session.loaded);
    const ruler = golden.unit === 'document' ? 'document' : canonicalJson(chunker);
    for (const stage of stages) {
      const id = (name: string) => `${variant.name}/${name}`;
      // A stage stands behind those that it reads.
      const isTouched = isStandIn(stage) || inputsOf(stage).some((name) => rulers.get(id(name)) === null);
      rulers.set(id(stage.name), isTouched ? null : ruler);
    }
  }
  return rulers;
}

/** How many declared comparisons will have evidence: pairs of one ruler, with the baseline and of rerank with its input. */
function declaredPairs({ baseline, variants }: Plan, rulers: ReadonlyMap<string, string | null>): number {
  const pairs = variants.flatMap(({ variant, stages }) =>
    stages.flatMap((stage) => {
      const id = `${variant.name}/${stage.name}`;
      const input = stage.kind === 'rerank' ? `${variant.name}/${stage.input}` : baseline;
      return [...new Set([baseline, input])].map((reference) => [id, reference] as const);
    }),
  );
  return pairs.filter(([id, reference]) => {
    const ruler = rulers.get(id) ?? null;
    return id !== baseline && ruler !== null && ruler === (rulers.get(reference) ?? null);
  }).length;
}

interface Planned {
  readonly ids: readonly string[];
  readonly primary: string;
  readonly answerable: number;
  /** Over the planned family. */
  readonly alpha: number;
}

/** What the planned topics could show, from the spread that the baseline's own comparisons have on the same measure. */
function detectableOf(baseline: Report, { ids, primary, answerable, alpha }: Planned): Detectable[] {
  return deriveDeltas(baseline).flatMap(({ stage, baseline: against, primary: measure, evidence }) => {
    const sd = evidence?.sensitivity?.sd;
    if (sd === undefined || measure !== primary || !ids.includes(stage)) return [];
    const effect = minimumDetectableEffect(answerable, { sd, alpha });
    return effect === null ? [] : [{ stage, against, minimumDetectableEffect: effect, sd }];
  });
}
