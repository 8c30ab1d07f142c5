import type { Evidence, WinTieLoss } from '../../contracts/delta.ts';
import type { Gate, GateComparison, GateStatus } from '../../contracts/gate.ts';
import { changeText, measureDigits, plural, probabilityText } from '../../contracts/rounding.ts';
import { SILENT_ON_ANSWERABLE, SILENT_ON_NO_ANSWER } from './abstention.ts';

const NO_EVIDENCE = 'no evidence of regression';
const EVIDENCE_OF_NONE = 'evidence of no regression';
const SHARES: Readonly<Record<string, string>> = {
  failed: 'failed topics',
  [SILENT_ON_NO_ANSWER]: 'silence on no-answer topics',
  [SILENT_ON_ANSWERABLE]: 'silence on answerable topics',
};
const CORRECTIONS = { holm: 'Holm', 'benjamini-hochberg': 'Benjamini-Hochberg' } as const;

/** What a gate found, in one sentence. "No evidence of regression" and "evidence of no regression" are not the same. */
export function gateSentence(
  gate: Gate,
  status: GateStatus,
  comparisons: readonly GateComparison[],
  reason: string | undefined,
): string {
  const about = `${gate.stage}${gate.slice === undefined ? '' : ` on ${gate.slice.by} ${gate.slice.name}`}`;
  if (reason !== undefined) return `${about}: not measured, ${reason}`;
  const facts = comparisons.map((comparison) => factOf(gate, comparison)).join('; ');
  return `${about}: ${openingOf(gate, status)} — ${facts}`;
}

function openingOf({ kind, margin }: Gate, status: GateStatus): string {
  if (kind === 'any-loss') {
    if (status === 'passed')
      return margin === 0 ? 'no loss on these topics' : `no loss beyond ${margin} on these topics`;
    return margin === 0 ? 'loss' : `loss beyond ${margin}`;
  }
  if (kind === 'significant') {
    if (status === 'undecidable') return `undecidable: ${NO_EVIDENCE}, and none could have been found`;
    return status === 'passed' ? NO_EVIDENCE : 'regression';
  }
  if (status === 'undecidable') return 'undecidable: too few topics to rule out any loss at 95 %';
  const loss = `loss beyond ${margin}`;
  return status === 'passed' ? `${EVIDENCE_OF_NONE} (${loss} ruled out at 95 %)` : `${loss} not ruled out at 95 %`;
}

function factOf({ kind }: Gate, { measure, delta, evidence, bound }: GateComparison): string {
  const name = SHARES[measure] ?? measure;
  const { wins, ties, losses } = delta.topics;
  const topics = wins + ties + losses;
  if (wins + losses === 0) return `${name} identical on ${plural(topics, 'topic')}`;
  const change = `${name} ${changeText(delta.delta)} (${counts(delta.topics)})`;
  if (kind === 'significant' && evidence !== undefined) return `${change}, ${evidenceText(evidence)}`;
  if (bound === undefined) return change;
  return bound.bound === null ? change : `${change}, lower bound of the gain ${changeText(bound.bound)}`;
}

function evidenceText({ status, adjustedP, correction, familySize, signFlip, sensitivity }: Evidence): string {
  const family = familySize > 1 ? ` after ${CORRECTIONS[correction]} over ${familySize}` : '';
  const p = `p ${probabilityText(adjustedP)}${family}`;
  if (status === 'supported') return `supported, ${p}`;
  if (status === 'undecidable') return `too few that differ: ${signFlip.nonZero}, ${p}`;
  const detectable =
    sensitivity === null ? '' : `; could have been detected: ${measureDigits(sensitivity.minimumDetectableEffect)}`;
  return `${status}, ${p}${detectable}`;
}

function counts({ wins, ties, losses }: WinTieLoss): string {
  return [plural(wins, 'win'), plural(ties, 'tie'), plural(losses, 'loss', 'losses')].join(', ');
}
