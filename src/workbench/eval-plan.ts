import { canonicalJson } from '../contracts/canonical-json.ts';
import type { GoldenSet } from '../contracts/golden.ts';
import { measureName } from '../contracts/measure.ts';
import type { Detectable, EvalPlan } from '../contracts/plan.ts';
import type { Embedder } from '../contracts/ports.ts';
import type { Report } from '../contracts/report.ts';
import { deriveDeltas } from '../evals/delta/derive.ts';
import { gateFamilySize } from '../evals/delta/gate-plan.ts';
import { loadGolden } from '../evals/golden/load.ts';
import { selectTopics } from '../evals/golden/select.ts';
import { type Plan, stageIds } from '../evals/run/plan.ts';
import { inputsOf } from '../retrieval/pipeline.ts';
import { goldenChunker } from './eval-index.ts';
import { evalMeasures } from './eval-measures.ts';
import { type EvalRequest, planRun } from './eval-run.ts';
import { gatesInForce, planGating, readBaseline } from './gate.ts';
import type { Session } from './state.ts';
import { loadSuite } from './suite-file.ts';

/**
 * Says what `evalRun` would run and compare. It needs no index and leaves nothing behind.
 * @throws GrkError as `evalRun` does before it runs
 */
export async function evalPlan(session: Session, request: EvalRequest = {}): Promise<EvalPlan> {
  const { config } = session.loaded;
  const { suite, goldenPath } = loadSuite(session, request.suite);
  const measures = evalMeasures(suite, request.measures ?? [], config.topK);
  const golden = await loadGolden(goldenPath);
  const selection = selectTopics(golden, {
    split: request.split ?? suite.split,
    topics: request.topics,
    categories: request.categories ?? [],
  });
  const { plan, embedders } = await planRun(session, suite, request);
  const names = measures.measures.map(measureName);
  const ids = stageIds(plan);
  const { gating = {} } = request;
  const isGated = gatesInForce(suite.gates, gating).length > 0;
  const planned = isGated
    ? planGating(session.cwd, suite.gates, gating, {
        stages: ids,
        measures: names,
        primary: suite.primary,
        topics: selection.topics,
      })
    : undefined;
  const baseline = gating.baseline === undefined ? undefined : readBaseline(session.cwd, gating.baseline).baseline;
  const gates = planned?.gates ?? [];
  return {
    golden: {
      name: golden.name,
      version: golden.version,
      split: selection.split,
      topics: selection.topics.length,
      answerable: selection.topics.filter(({ answerable }) => answerable === true).length,
    },
    stages: plan.variants.flatMap(({ variant, stages }) =>
      stages.map(({ name, kind }) => ({ id: `${variant.name}/${name}`, kind })),
    ),
    baselineStage: plan.baseline,
    primary: suite.primary,
    secondary: suite.secondary,
    measures: names,
    alpha: suite.alpha,
    familySize: comparableWith(plan, rulersOf(session, golden, plan, embedders)).length,
    gates,
    gateFamilySize: gateFamilySize(gates),
    ...(baseline === undefined ? {} : { detectable: detectableOf(baseline, ids) }),
    warnings: [...plan.warnings, ...measures.warnings],
  };
}

/** What each stage is measured with, by id; null for a structural one, which is compared with nothing. */
function rulersOf(
  session: Session,
  golden: GoldenSet,
  plan: Plan,
  embedders: ReadonlyMap<string, Embedder>,
): ReadonlyMap<string, string | null> {
  const rulers = new Map<string, string | null>();
  for (const { variant, stages } of plan.variants) {
    const isStructural = embedders.get(variant.embedder ?? session.loaded.config.embedder)?.isStructural === true;
    const chunker = variant.chunker ?? goldenChunker(golden, session.loaded);
    const ruler = golden.unit === 'document' ? 'document' : canonicalJson(chunker);
    for (const stage of stages) {
      const id = (name: string) => `${variant.name}/${name}`;
      // A stage stands behind those that it reads.
      const isTouched = stage.kind === 'dense' || inputsOf(stage).some((name) => rulers.get(id(name)) === null);
      rulers.set(id(stage.name), isStructural && isTouched ? null : ruler);
    }
  }
  return rulers;
}

/** The declared comparisons that will have evidence: the stages of the baseline's ruler. */
function comparableWith({ baseline }: Plan, rulers: ReadonlyMap<string, string | null>): string[] {
  const ruler = rulers.get(baseline) ?? null;
  return [...rulers].flatMap(([id, own]) => (id !== baseline && own !== null && own === ruler ? [id] : []));
}

/** From the spread that the baseline's own comparisons have. */
function detectableOf(baseline: Report, stages: readonly string[]): Detectable[] {
  return deriveDeltas(baseline).flatMap(({ stage, baseline: against, evidence }) => {
    const sensitivity = evidence?.sensitivity ?? null;
    if (sensitivity === null || !stages.includes(stage)) return [];
    const { minimumDetectableEffect, sd } = sensitivity;
    return [{ stage, against, minimumDetectableEffect, sd }];
  });
}
