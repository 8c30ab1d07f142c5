import { GrkError } from '../../contracts/errors.ts';
import { BARE_GATE, type GateOutcome, type GateResult } from '../../contracts/gate.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { gate } from './gate.ts';
import type { ReportInput } from './report-input.ts';

/** Which gates are held against the baseline; without any, those that the report declares, else `significant`. */
export interface RegressOptions {
  /** `KIND[:margin]` with or without stage, measure and slice: `significant`, `any-loss`, `non-inferior:0.02`. */
  readonly gate?: string | readonly string[];
  /** Stage id or name, for gates that name none; default: the last. */
  readonly stage?: string;
  /** For gates that name none; default: the primary one. */
  readonly measure?: string;
  /** A gain that the topics cannot decide does not pass either. */
  readonly isStrict?: boolean;
}

export interface Regression {
  /** `undecided`: too few topics differ for the gate to tell. */
  readonly outcome: 'regressed' | 'held' | 'undecided';
  readonly gates: GateOutcome;
}

const KNOWN: Readonly<Record<keyof RegressOptions, true>> = { gate: true, stage: true, measure: true, isStrict: true };

/**
 * Whether a report lost against a baseline, by gates.
 * @throws GrkError GRK_NOTHING_MEASURED for a gate that was not measured, and those of `gate`
 */
export function regressionOf(report: ReportInput, baseline: ReportInput, options: RegressOptions = {}): Regression {
  const gates = gatesOf(options);
  const { isStrict = false } = options;
  const found = gate(report, baseline, { gates, isStrict });
  const unmeasured = found.results.find(({ status }) => status === 'unmeasured');
  if (unmeasured !== undefined) {
    throw new GrkError('GRK_NOTHING_MEASURED', `the gate ${unmeasured.gate}: ${unmeasured.sentence}`, {
      remedy: 'Name a gate that this report and the baseline can decide; what is not measured has not held.',
    });
  }
  return { outcome: outcomeOf(found, isStrict), gates: found };
}

function outcomeOf({ results }: GateOutcome, isStrict: boolean): Regression['outcome'] {
  if (results.some(({ status }) => status === 'failed')) return 'regressed';
  return results.some((result) => isOpen(result, isStrict)) ? 'undecided' : 'held';
}

/** A loss without evidence is no proof that nothing was lost; `non-inferior` asks for that proof always. */
function isOpen({ status, kind, comparisons }: GateResult, isStrict: boolean): boolean {
  if (status !== 'undecidable') return false;
  return isStrict || kind === 'non-inferior' || comparisons.some(isLoss);
}

function isLoss({ delta, isLowerBetter }: GateResult['comparisons'][number]): boolean {
  return isLowerBetter ? delta.direction === 'up' : delta.direction === 'down';
}

/** The gates with stage and measure written in; undefined: those that the report declares. */
function gatesOf(options: RegressOptions): string[] | undefined {
  checkKeys(options);
  const { gate: asked, stage, measure } = options;
  if (asked === undefined && stage === undefined && measure === undefined) return undefined;
  const texts = asked === undefined ? [BARE_GATE] : typeof asked === 'string' ? [asked] : [...asked];
  if (texts.length === 0) throw new GrkError('GRK_USAGE', 'toRegress: no gate is named', { remedy: 'Name one.' });
  return texts.map((text) => {
    if (stage !== undefined && text.includes('=')) throw namedTwice(text, 'stage');
    if (measure !== undefined && text.includes('@')) throw namedTwice(text, 'measure');
    return `${stage === undefined ? '' : `${stage}=`}${text}${measure === undefined ? '' : `@${measure}`}`;
  });
}

function checkKeys(options: RegressOptions): void {
  const known = Object.keys(KNOWN);
  const wrong = Object.keys(options).find((key) => !known.includes(key));
  if (wrong === undefined) return;
  throw new GrkError('GRK_USAGE', `toRegress: unknown option "${wrong}".${didYouMean(wrong, known)}`, {
    remedy: `Options: ${known.join(', ')}.`,
  });
}

function namedTwice(gate: string, what: string): GrkError {
  return new GrkError('GRK_USAGE', `the gate "${gate}" names a ${what}, and the option ${what} is given too`, {
    remedy: 'Leave the one or the other out.',
  });
}
