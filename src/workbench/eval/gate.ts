import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { BARE_GATE, type Gate, type GateOutcome } from '../../contracts/gate.ts';
import type { Report } from '../../contracts/report.ts';
import { differingGround, type Ground, groundOf } from '../../evals/delta/across.ts';
import { evaluateGates } from '../../evals/delta/gate.ts';
import { baselineDeltas } from '../../evals/delta/gate-deltas.ts';
import { type GateScope, gateFamilySize, planGates } from '../../evals/delta/gate-plan.ts';
import { readReport } from '../files/report-file.ts';
import { checkIntegrity } from '../files/report-integrity.ts';
import { baselineLooks, countOnThisMachine } from '../session/counters.ts';
import type { Session } from '../session/state.ts';

/** What a run is held against; every field may be left out. */
export interface GateRequest {
  /** Report file. */
  readonly baseline?: string | undefined;
  /** Beside those that the suite or report declares. */
  readonly gates?: readonly string[];
  /** False: nothing is gated, whatever is declared. */
  readonly isGated?: boolean;
  /** Undecidable gates do not pass. */
  readonly isStrict?: boolean;
  /** False: another page about a comparison that was made before, which counts for nothing. */
  readonly isCounted?: boolean;
}

/** Gates, checked, and what they hold a report against. */
export interface GatedBaseline {
  readonly gates: readonly Gate[];
  readonly baseline: Report;
  /** As it was given; null: it is in memory. */
  readonly file: string | null;
  readonly isStrict: boolean;
}

/** Those of a run, checked before anything runs. */
export interface PlannedGates extends GatedBaseline {
  readonly fileSha256: string;
  readonly isCounted: boolean;
}

const ACCEPT = 'Make one of a report that you trust: grk eval accept REPORT --baseline FILE.';

/**
 * Checks the gates in force, those declared and those asked for, against what will be measured.
 * Undefined where nothing is gated.
 * @throws GrkError GRK_USAGE (gates without a baseline, a baseline without gates), GRK_BASELINE_INVALID, GRK_UNKNOWN_NAME,
 * GRK_NOT_COMPARABLE where the baseline rests on other judgments or topics
 */
export function planGating(
  cwd: string,
  declared: readonly string[],
  request: GateRequest,
  scope: GateScope,
  ground: Ground,
): PlannedGates | undefined {
  const { baseline: file, gates: asked = [], isGated = true, isStrict = false, isCounted = true } = request;
  const texts = isGated ? gatesInForce(declared, request) : [];
  if (texts.length === 0) {
    const idle = [
      ...(file === undefined ? [] : ['--baseline']),
      ...(isStrict ? ['--strict'] : []),
      ...asked.slice(0, 1),
    ];
    if (idle.length === 0) return undefined;
    throw new GrkError('GRK_USAGE', `${idle.join(' and ')} would be without effect: nothing is gated`, {
      remedy:
        'Add --gate, which fails on a supported regression, or leave it out. `grk eval compare` compares reports.',
    });
  }
  const gates = planGates(texts, scope);
  if (file === undefined) {
    throw new GrkError('GRK_USAGE', `a gate needs a baseline, and none is named (gates: ${texts.join(', ')})`, {
      remedy: `Name one with --baseline FILE. ${ACCEPT} --no-gate runs without gates.`,
    });
  }
  const read = readBaseline(cwd, file);
  refuseOtherGround(file, groundOf(read.baseline), ground);
  return { gates, ...read, file, isStrict, isCounted };
}

function refuseOtherGround(file: string, baseline: Ground, run: Ground): void {
  const differing = differingGround(baseline, run);
  if (differing.length === 0) return;
  throw new GrkError(
    'GRK_NOT_COMPARABLE',
    `the baseline ${file} and this run rest on different ${differing.join(' and ')}`,
    {
      remedy: `Select the topics of the baseline, or make another: grk eval accept REPORT --baseline ${file}. \`grk eval compare --rescore\` compares the two by one set of judgments.`,
      facts: { baseline, run },
    },
  );
}

/** Those that are declared and those that were asked for beside them, each once. */
export function gatesInForce(declared: readonly string[], { gates = [] }: GateRequest = {}): string[] {
  return [...new Set([...declared, ...gates])];
}

/** What the gates of a stored report may name. */
export function gateScopeOf({ stages, runConfig, declared, topics }: Report): GateScope {
  return {
    stages: stages.map(({ id }) => id),
    measures: runConfig.measures.map(({ name }) => name),
    primary: declared.primary,
    topics,
  };
}

/**
 * Holds a report against the baseline, and counts the comparison.
 * @throws GrkError GRK_NOT_COMPARABLE, GRK_REPORT_INVALID
 */
export function applyGates(session: Session, report: Report, planned: PlannedGates): GateOutcome {
  const outcome = holdAgainst(report, planned);
  if (!planned.isCounted) return outcome;
  return { ...outcome, comparisonsOnThisMachine: countOnThisMachine(session, baselineLooks(planned.fileSha256)) };
}

/**
 * The same without a look at the machine: nothing is counted.
 * @throws GrkError GRK_NOT_COMPARABLE, GRK_REPORT_INVALID
 */
export function holdAgainst(report: Report, planned: GatedBaseline): GateOutcome {
  const { baseline, file, gates, isStrict } = planned;
  const baselineLabel = file === null ? 'the baseline' : `the baseline ${file}`;
  const reports = { candidate: report, baseline, candidateLabel: 'this run', baselineLabel };
  const { runConfigSha256, runConfig } = baseline;
  return {
    baseline: { file, runConfigSha256, corpusSha256: runConfig.golden.corpusSha256 },
    familySize: gateFamilySize(gates),
    isStrict,
    results: evaluateGates(gates, reports),
    deltas: baselineDeltas(reports),
    comparisonsOnThisMachine: null,
  };
}

export interface GatedReport {
  readonly report: Report;
  readonly gates: GateOutcome;
}

/**
 * Holds a stored report against a baseline: by the gates that it declares and those asked for, else by `significant`.
 * @throws GrkError as `planGating` and `applyGates`, and what reading a report throws
 */
export function gateReport(session: Session, file: string, request: GateRequest): GatedReport {
  const report = readReport(session.cwd, file);
  checkIntegrity(report, file);
  const declared = report.declared.gates;
  const isBare = declared.length + (request.gates?.length ?? 0) === 0;
  const planned = planGating(
    session.cwd,
    isBare ? [BARE_GATE] : declared,
    request,
    gateScopeOf(report),
    groundOf(report),
  );
  if (planned === undefined) {
    throw new GrkError('GRK_USAGE', 'this command gates a report, so --no-gate leaves it nothing to do', {
      remedy: 'Leave --no-gate out.',
    });
  }
  return { report, gates: applyGates(session, report, planned) };
}

/** @throws GrkError GRK_BASELINE_INVALID, GRK_SCHEMA_NEWER */
export function readBaseline(cwd: string, path: string): Pick<PlannedGates, 'baseline' | 'fileSha256'> {
  try {
    const baseline = readReport(cwd, path);
    checkIntegrity(baseline, path);
    const fileSha256 = createHash('sha256')
      .update(readFileSync(resolve(cwd, path)))
      .digest('hex');
    return { baseline, fileSha256 };
  } catch (error) {
    if (!(error instanceof GrkError) || error.code === 'GRK_SCHEMA_NEWER') throw error;
    throw new GrkError('GRK_BASELINE_INVALID', `the baseline: ${error.message}`, { remedy: ACCEPT, cause: error });
  }
}
