import { measureName } from '../contracts/measure.ts';
import type { Detectable, EvalPlan } from '../contracts/plan.ts';
import type { Report } from '../contracts/report.ts';
import { deriveDeltas } from '../evals/delta/derive.ts';
import { gateFamilySize } from '../evals/delta/gate-plan.ts';
import { loadGolden } from '../evals/golden/load.ts';
import { selectTopics } from '../evals/golden/select.ts';
import { stageIds } from '../evals/run/plan.ts';
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
  const { plan } = await planRun(session, suite, request);
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
    familySize: ids.length - 1,
    gates,
    gateFamilySize: gateFamilySize(gates),
    ...(baseline === undefined ? {} : { detectable: detectableOf(baseline, ids) }),
    warnings: [...plan.warnings, ...measures.warnings],
  };
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
