import type { Acceptance, GateOutcome, GateResult, GateStatus } from '../../contracts/gate.ts';
import { measureDigits } from '../../contracts/rounding.ts';
import { type GatedRun, partialStages } from '../partial-stages.ts';
import type { TerminalStyle } from '../style.ts';
import { inert, inertProse, sentence } from './inert.ts';
import { type Ink, inkOf } from './ink.ts';
import { plural } from './number.ts';
import { hang } from './wrap.ts';

/** Gates in the order given, each with what it found; what failed shows the topics that lost most. */
export function gateText(outcome: GateOutcome, style: TerminalStyle): string {
  const ink = inkOf(style);
  const lines = [
    ink.bold(`gates against ${inert(outcome.baseline.file ?? 'the baseline')}`),
    ...outcome.results.flatMap((result, i) => [
      gateLine(result, ink, style),
      ...loserLines(result, outcome.results.slice(0, i), style),
    ]),
  ];
  const count = outcome.comparisonsOnThisMachine;
  if (count !== null) lines.push(ink.dim(comparisonCount(count)));
  return `${lines.join('\n')}\n`;
}

/** Stages with failed topics, which keep a run from passing whatever its gates say; empty where there are none. */
export function partialText(report: GatedRun['report'], style: TerminalStyle): string {
  const word = 'PARTIAL';
  return partialStages(report)
    .map(({ sentence: text }) => hang(`${word} `, sentence(text, style), style.width))
    .map((text) => `${inkOf(style).warn(word)}${text.slice(word.length)}\n`)
    .join('');
}

/** Many looks at one baseline wear it out: the count stands beside every verdict. */
export function comparisonCount(count: number): string {
  return `comparison ${count} with this baseline on this machine`;
}

/** The same for a test split: each look at it is a chance to tune on it. */
export function looksText(count: number, golden: string, style: TerminalStyle): string {
  const text = `look ${count} at the test split of ${inert(golden)} on this machine`;
  return `${inkOf(style).dim(hang('', text, style.width))}\n`;
}

function gateLine({ status, gate, sentence: text }: GateResult, ink: Ink, style: TerminalStyle): string {
  const word = status.toUpperCase();
  const [first = '', ...rest] = hang(`${word} `, sentence(`${gate} — ${text}`, style), style.width).split('\n');
  return [`${paintOf(status, ink)(word)}${first.slice(word.length)}`, ...rest].join('\n');
}

function paintOf(status: GateStatus, ink: Ink): (text: string) => string {
  if (status === 'passed') return ink.good;
  return status === 'failed' ? ink.bad : ink.warn;
}

/** Those of gates that failed; a list that two gates share is shown once. */
function loserLines(result: GateResult, before: readonly GateResult[], style: TerminalStyle): string[] {
  const { status, losers } = result;
  const key = (each: GateResult) => JSON.stringify([each.status, each.stage, each.losers]);
  if (status !== 'failed' || before.some((each) => key(each) === key(result))) return [];
  return losers.map(({ topicId, query, measure, baseline, candidate }) => {
    const change = `${inert(topicId)}: ${measure} ${measureDigits(baseline)} to ${measureDigits(candidate)}`;
    return inkOf(style).dim(hang('  ', sentence(`${change} — ${inertProse(query)}`, style), style.width));
  });
}

/** What accepting a baseline changed. */
export function acceptanceText(acceptance: Acceptance, style: TerminalStyle): string {
  const { file, change, incomparable, deltas, added, removed } = acceptance;
  const ink = inkOf(style);
  const name = inert(file);
  if (change === 'unchanged') return `${name} says the same already: left as it is\n`;
  const say = (text: string) => hang('  ', sentence(text, style), style.width);
  const lines = [
    change === 'new' ? `${name} is the baseline now; there was none` : `${name} is replaced`,
    ...(incomparable === null ? [] : [ink.warn(say(`not comparable with the old one: ${incomparable}`))]),
    ...deltas.map(({ stage, verdict, reason }) => say(`${stage}: ${verdict ?? reason ?? 'no verdict'}`)),
    ...(added.length === 0 ? [] : [say(`${plural(added.length, 'stage')} added: ${added.join(', ')}`)]),
    ...(removed.length === 0 ? [] : [say(`${plural(removed.length, 'stage')} removed: ${removed.join(', ')}`)]),
  ];
  return `${lines.join('\n')}\n`;
}
