import type { EvalPlan } from '../../contracts/plan.ts';
import type { TerminalStyle } from '../style.ts';
import { inert, sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { measureText, plural } from './number.ts';
import { warningLines } from './warning-lines.ts';
import { hang } from './wrap.ts';

/** What an eval would run and compare. */
export function planText(plan: EvalPlan, style: TerminalStyle): string {
  const { bold } = inkOf(style);
  const { golden, stages, baselineStage, primary, secondary, measures, gates } = plan;
  const row = (name: string, text: string) => hang(`  ${name.padEnd(12)}`, sentence(text, style), style.width);
  const others = measures.filter((name) => name !== primary && !secondary.includes(name));
  const lines = [
    bold('would run'),
    row('golden set', `${inert(golden.name)} version ${inert(golden.version)}, split ${inert(golden.split)}`),
    row('topics', `${golden.topics}, of which answerable: ${golden.answerable}`),
    row('stages', stages.map(({ id }) => (id === baselineStage ? `${id} (baseline)` : id)).join(', ')),
    row(
      'measures',
      `${primary} (primary); ${secondary.join(', ')}${others.length === 0 ? '' : `; also ${others.join(', ')}`}`,
    ),
    row('evidence', `${plural(plan.familySize, 'declared comparison')}, alpha ${plan.alpha}`),
    row('gates', gates.length === 0 ? 'none' : gates.map(({ gate, stage }) => `${gate} on ${stage}`).join('; ')),
    ...(gates.length === 0 ? [] : [row('', `${plural(plan.gateFamilySize, 'comparison')} with evidence under gates`)]),
    ...detectableRows(plan).map((text, i) => row(i === 0 ? 'detectable' : '', text)),
  ];
  return `${[...lines, ...warningLines(plan.warnings, style)].join('\n')}\n`;

  function detectableRows({ detectable }: EvalPlan): string[] {
    if (detectable === undefined) return ['not known: no baseline was given, and a spread is not guessed'];
    if (detectable.length === 0) return [`not known: the baseline holds no comparison of these stages by ${primary}`];
    return detectable.map(
      ({ stage, against, minimumDetectableEffect }) =>
        `${stage} against ${against}: ${primary} ${measureText(minimumDetectableEffect, style)}, by the baseline’s spread`,
    );
  }
}
