import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { Acceptance } from '../../contracts/gate.ts';
import type { Report } from '../../contracts/report.ts';
import { baselineDeltas } from '../../evals/delta/gate-deltas.ts';
import { readReport, reportDestination, writeReport } from '../files/report-file.ts';
import { checkIntegrity } from '../files/report-integrity.ts';
import type { Session } from '../session/state.ts';

export interface AcceptRequest {
  readonly report: string;
  readonly baseline: string;
  /** Faults that are borne: `structural`, `failed-topics`. */
  readonly allow?: readonly string[];
}

/**
 * Makes a report the baseline, whole or not at all, and says what that changes. A baseline that differs in nothing but
 * timing and environment is left as it is.
 * @throws GrkError GRK_BASELINE_INVALID for a report that should not be held against, and what reading and writing throw
 */
export function evalAccept(session: Session, { report: path, baseline, allow = [] }: AcceptRequest): Acceptance {
  const report = readReport(session.cwd, path);
  checkIntegrity(report, path);
  refuseUnfit(report, path, allow);
  const file = resolve(session.cwd, baseline);
  const old = existsSync(file) ? previous(session.cwd, baseline) : undefined;
  if (typeof old === 'object' && fixedPart(old) === fixedPart(report)) {
    return { file: baseline, change: 'unchanged', incomparable: null, deltas: [], added: [], removed: [] };
  }
  const changes =
    typeof old === 'object'
      ? changesOf(old, report)
      : { deltas: [], added: [], removed: [], incomparable: old ?? null };
  writeReport(portable(report, file), reportDestination(file));
  return { file: baseline, change: old === undefined ? 'new' : 'replaced', ...changes };
}

function refuseUnfit(report: Report, path: string, allow: readonly string[]): void {
  const structural = report.stages.filter(({ isStructural }) => isStructural).map(({ id }) => id);
  const failed = report.stages
    .filter(({ topics }) => topics.some(({ error }) => error !== undefined))
    .map(({ id }) => id);
  const faults = [
    { name: 'structural', what: 'has structural stages, whose vectors mean nothing', stages: structural },
    { name: 'failed-topics', what: 'has stages with failed topics, which count 0', stages: failed },
  ].filter(({ name, stages }) => stages.length > 0 && !allow.includes(name));
  const [fault] = faults;
  if (fault === undefined) return;
  const [what, flags] = [
    faults.map((each) => `${each.what} (${each.stages.join(', ')})`),
    faults.map(({ name }) => `--allow ${name}`),
  ];
  throw new GrkError('GRK_BASELINE_INVALID', `${path} ${what.join(' and ')}: later runs would be held against that`, {
    remedy: `Make a report without them, or say that you want it: ${flags.join(' ')}.`,
  });
}

/** The baseline that is there, or why it cannot be read: replacing it mends it. */
function previous(cwd: string, path: string): Report | string {
  try {
    return readReport(cwd, path);
  } catch (error) {
    if (error instanceof GrkError && error.code === 'GRK_REPORT_INVALID') return error.message;
    throw error;
  }
}

function changesOf(old: Report, report: Report): Pick<Acceptance, 'incomparable' | 'deltas' | 'added' | 'removed'> {
  const ids = ({ stages }: Report) => stages.map(({ id }) => id);
  const stages = {
    added: ids(report).filter((id) => !ids(old).includes(id)),
    removed: ids(old).filter((id) => !ids(report).includes(id)),
  };
  try {
    const labels = { candidateLabel: 'the accepted report', baselineLabel: 'the old baseline' };
    return { incomparable: null, deltas: baselineDeltas({ candidate: report, baseline: old, ...labels }), ...stages };
  } catch (error) {
    if (!(error instanceof GrkError)) throw error;
    return { incomparable: error.message, deltas: [], ...stages };
  }
}

function fixedPart({ timing: _timing, environment: _environment, ...fixed }: Report): string {
  return canonicalJson(fixed);
}

/** A baseline is committed: it says where the golden set lay from where it lies itself, not on whose machine. */
function portable(report: Report, file: string): Report {
  const { environment } = report;
  if (!isAbsolute(environment.golden)) return report;
  const golden = relative(dirname(file), environment.golden).split(sep).join('/');
  return { ...report, environment: { ...environment, golden } };
}
