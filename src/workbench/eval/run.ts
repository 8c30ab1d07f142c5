import { resolve } from 'node:path';
import type { StageDelta } from '../../contracts/delta.ts';
import type { GateOutcome } from '../../contracts/gate.ts';
import type { Catalog } from '../../contracts/ports.ts';
import type { Report } from '../../contracts/report.ts';
import { deriveDeltas } from '../../evals/delta/derive.ts';
import { requireHits } from '../../evals/run/leg-hits.ts';
import { timeRepeats } from '../../evals/run/repeat.ts';
import { openGoldenCorpus } from '../collections/eval-index.ts';
import { defaultReportFile, reportDestination, writeReport } from '../files/report-file.ts';
import { boundExtractions, extractionCache, keptScores } from '../session/caches.ts';
import { countOnThisMachine, testLooks } from '../session/counters.ts';
import { reportFolder, type Session, withCatalog } from '../session/state.ts';
import { assembleReport } from './assemble.ts';
import { type ExternalSources, withExternalSources } from './external-sources.ts';
import { applyGates } from './gate.ts';
import { type EvalRequest, prepareEval } from './prepare.ts';
import { type EvalScope, runVariant, type VariantOutcome } from './variant.ts';

export interface Measured {
  readonly report: Report;
  readonly deltas: readonly StageDelta[];
  /** Undefined where nothing was gated. */
  readonly gates: GateOutcome | undefined;
  /** Runs on this test split on this machine, this one included; null where none of it was measured or counted. */
  readonly looksAtTest: number | null;
}

export interface EvalOutcome extends Measured {
  readonly file: string;
}

/**
 * Measures the stages of a suite on a golden set and writes the report.
 * @throws GrkError of every kind; nothing is written then but an index that was complete
 */
export async function evalRun(session: Session, request: EvalRequest = {}): Promise<EvalOutcome> {
  const out = request.out === undefined ? undefined : reportDestination(resolve(session.cwd, request.out));
  const fileOf = (report: Report) => out ?? defaultReportFile(reportFolder(session), report);
  const measured = await measure(session, request, (report) => writeReport(report, fileOf(report)));
  return { ...measured, file: fileOf(measured.report) };
}

/**
 * The same without a report file.
 * @param keep takes the report before anything is counted
 * @throws GrkError of every kind
 */
export async function measure(
  session: Session,
  request: EvalRequest,
  keep: (report: Report) => void = () => {},
): Promise<Measured> {
  const startMs = session.clock.now();
  const startedAt = session.clock.today();
  const scores = keptScores(session);
  const prepared = await prepareEval(session, request, scores.remember);
  const { golden, selection, plan, folder, gating } = prepared;
  const corpus = await openGoldenCorpus(session, golden, extractionCache(session));
  const run = async (external: ExternalSources, catalog: Catalog): Promise<Measured> => {
    const { topK } = session.loaded.config;
    const scope: EvalScope = { ...prepared, session, catalog, corpus, external, topK, flushScores: scores.flush };
    const outcomes: VariantOutcome[] = [];
    for (const planned of plan.variants) outcomes.push(await runVariant(scope, planned));
    // What is timed is done.
    scores.close();
    const repeated = outcomes.map((outcome) => outcome.repeated);
    const repeatsMs = await timeRepeats(repeated, prepared.repeats, session.progress, session.signal);
    const report = assembleReport({
      ...prepared,
      session,
      catalog,
      corpus,
      outcomes,
      repeatsMs,
      texts: request.texts ?? true,
      startMs,
      startedAt,
    });
    requireHits(report);
    const deltas = deriveDeltas(report);
    keep(report);
    const isTest = selection.topics.some(({ split }) => split === 'test');
    return {
      report,
      deltas,
      gates: gating === undefined ? undefined : applyGates(session, report, gating),
      looksAtTest: isTest ? countOnThisMachine(session, testLooks(golden.judgmentsSha256)) : null,
    };
  };
  const origin = { folder, searches: request.searches ?? new Map() };
  try {
    return await withExternalSources(session, plan.variants, origin, (external) =>
      withCatalog(session, (catalog) => run(external, catalog)),
    );
  } finally {
    scores.close();
    boundExtractions(session);
  }
}
