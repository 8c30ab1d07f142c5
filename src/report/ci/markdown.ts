import type { Evidence, MeasureDelta, StageDelta } from '../../contracts/delta.ts';
import type { GateOutcome, GateResult, GateStatus, LosingTopic } from '../../contracts/gate.ts';
import type { Report } from '../../contracts/report.ts';
import { partialStages } from '../partial-stages.ts';
import { comparisonCount } from '../terminal/gate-lines.ts';
import { prose, table, verbatim } from './markdown-text.ts';

/** GitHub cuts a comment off at 65,536 characters. */
const MAX_BYTES = 60_000;
const SHORT_SHA = 12;
const WORDS: Readonly<Record<GateStatus, string>> = {
  failed: '❌ failed',
  unmeasured: '⚠️ not measured',
  undecidable: '⚠️ undecidable',
  passed: '✅ passed',
};
const PARTIAL = '⚠️ partial';
const SMALLEST_P = 0.0001;
const WORST_FIRST: readonly GateStatus[] = ['failed', 'unmeasured', 'undecidable', 'passed'];

export interface MarkdownView {
  readonly report: Report;
  /** Within the run. */
  readonly deltas: readonly StageDelta[];
  /** Undefined where nothing was gated. */
  readonly gates: GateOutcome | undefined;
}

/** A run for a pull request: verdict first, then gates, stages, topics that lost, warnings, and what it all rests on. */
export function evalMarkdown({ report, deltas, gates }: MarkdownView): string {
  const sections = [
    `## ${headingOf(report, gates)}`,
    ...(gates === undefined
      ? [unevaluated(report)]
      : [
          gateSection(gates),
          stageSection('Against the baseline', report.declared, gates.deltas, gates.results),
          verdictSection(gates.deltas, (stage) => `${stage}: `),
        ]),
    stageSection('Within this run', report.declared, deltas, []),
    verdictSection(deltas),
    ...(gates === undefined ? [] : [loserSection(gates.results)]),
    warningSection(report),
    provenance(report, gates),
  ].filter((section) => section !== '');
  return fitting(sections);
}

function headingOf(report: Report, gates: GateOutcome | undefined): string {
  const { golden, runConfig } = report;
  const partial = partialStages(report).length > 0 ? [PARTIAL] : [];
  const about = `${prose(golden.name)}, ${prose(runConfig.selection.split)} split, ${golden.answerable} answerable topics`;
  if (gates === undefined) return `grk eval: ${[...partial, about].join(' — ')}`;
  const counted = WORST_FIRST.flatMap((status) => {
    const count = gates.results.filter((result) => result.status === status).length;
    return count === 0 ? [] : [`${count} ${WORDS[status]}`];
  });
  return `grk gates: ${[...partial, ...counted].join(', ')} — ${about}`;
}

/** A gate that nobody evaluated must not look passed. */
function unevaluated({ declared }: Report): string {
  if (declared.gates.length === 0) return '';
  return `⚠️ Gates are declared and not evaluated here: ${declared.gates.map(verbatim).join(', ')}`;
}

function gateSection({ results }: GateOutcome): string {
  const ordered = WORST_FIRST.flatMap((status) => results.filter((result) => result.status === status));
  return ordered
    .map(({ status, gate, sentence }) => `- **${WORDS[status]}** ${verbatim(gate)}: ${prose(sentence)}`)
    .join('\n');
}

/** Losing stages are rows like any other. */
function stageSection(
  title: string,
  { primary, secondary }: Report['declared'],
  deltas: readonly StageDelta[],
  results: readonly GateResult[],
): string {
  const rows = deltas
    .filter(({ axis }) => axis === 'quality')
    .flatMap((delta) => {
      const { direction, reason } = delta.headline ?? delta;
      const word = prose(direction ?? reason ?? delta.reason ?? 'no verdict');
      const names = delta.isStructural
        ? []
        : [primary, ...secondary].filter((name) => delta.measures[name] !== undefined);
      if (names.length === 0) return [[comparedText(delta), '', '', '', '', '', '', word]];
      return names.map((name, i) => [
        i === 0 ? comparedText(delta) : '',
        ...measureCells(name, delta.measures[name]),
        evidenceText(evidenceOf(delta, name, primary, results)),
        i === 0 ? word : '',
      ]);
    });
  if (rows.length === 0) return '';
  const head = ['stage', 'measure', 'baseline', 'now', 'Δ', 'W/T/L', 'evidence', 'direction'];
  return [`### ${title}`, table(head, rows)].join('\n\n');
}

/** A stage is compared with itself in another report, or with another one, which is named. */
function comparedText({ stage, baseline }: StageDelta): string {
  return stage === baseline ? verbatim(stage) : `${verbatim(stage)} against ${verbatim(baseline)}`;
}

function measureCells(name: string, measure: MeasureDelta | undefined): string[] {
  if (measure === undefined) return [prose(name), '', '', '', ''];
  const { baseline, candidate, delta, topics } = measure;
  const counts = `${topics.wins}/${topics.ties}/${topics.losses}`;
  return [prose(name), baseline.toFixed(4), candidate.toFixed(4), changeText(delta), counts];
}

function changeText(change: number): string {
  const size = Math.abs(change);
  const digits = change !== 0 && size < 0.00005 ? size.toExponential(1) : size.toFixed(4);
  return `${change < 0 ? '−' : change > 0 ? '+' : '±'}${digits}`;
}

/** Of a comparison that was declared: within the run on the primary measure, or by a gate over all topics. */
function evidenceOf(
  { stage, evidence }: StageDelta,
  measure: string,
  primary: string,
  results: readonly GateResult[],
): Evidence | undefined {
  const gated = results
    .filter((result) => result.stage === stage && result.slice === undefined)
    .flatMap(({ comparisons }) => comparisons)
    .find((each) => each.measure === measure && each.evidence !== undefined);
  return gated?.evidence ?? (measure === primary ? evidence : undefined);
}

function evidenceText(evidence: Evidence | undefined): string {
  if (evidence === undefined) return '';
  const { status, adjustedP } = evidence;
  if (status === 'identical') return status;
  return `${status}, p ${prose(adjustedP < SMALLEST_P ? `< ${SMALLEST_P}` : adjustedP.toFixed(4))}`;
}

/**
 * What rows of measures do not hold: headlines over guarded axes, directions on other axes, and what limits verdicts. A
 * note that several stages share stands under the first.
 */
function verdictSection(deltas: readonly StageDelta[], nameOf: (stage: string) => string = () => ''): string {
  const told = new Map<string, string>();
  for (const { stage, axis, isStructural, direction, verdict, headline, notes = [] } of deltas) {
    if (isStructural) continue;
    const isSaid = axis === 'quality' || direction === 'NO CHANGE';
    for (const sentence of [isSaid ? null : verdict, headline?.verdict === verdict ? null : headline?.verdict]) {
      if (typeof sentence === 'string') told.set(`${nameOf(stage)}${sentence}`, `${nameOf(stage)}${sentence}`);
    }
    for (const { message } of notes) if (!told.has(message)) told.set(message, `note on ${stage}: ${message}`);
  }
  return [...told.values()].map((line) => `- ${prose(line)}`).join('\n');
}

function loserSection(results: readonly GateResult[]): string {
  const worst = new Map<string, LosingTopic & { readonly stage: string }>();
  // The same topic loses in several slices of one stage: it stands once.
  for (const { stage, losers } of results)
    for (const change of losers)
      worst.set(JSON.stringify([stage, change.topicId, change.measure]), { stage, ...change });
  if (worst.size === 0) return '';
  const rows = [...worst.values()].map(({ stage, topicId, query, measure, baseline, candidate }) => [
    verbatim(stage),
    verbatim(topicId),
    verbatim(query),
    prose(measure),
    baseline.toFixed(4),
    candidate.toFixed(4),
  ]);
  return `### Topics that lost most\n\n${table(['stage', 'topic', 'query', 'measure', 'baseline', 'now'], rows)}`;
}

function warningSection({ warnings }: Report): string {
  return warnings.length === 0
    ? ''
    : `### Warnings\n\n${warnings.map(({ message }) => `- ${prose(message)}`).join('\n')}`;
}

function provenance(
  { golden, runConfigSha256, runConfig, environment }: Report,
  gates: GateOutcome | undefined,
): string {
  const short = (sha: string) => verbatim(sha.slice(0, SHORT_SHA));
  const corpus = gates?.baseline.corpusSha256;
  const facts = [
    `golden set ${prose(golden.name)} version ${prose(golden.version)}`,
    `judgments ${short(golden.judgmentsSha256)}`,
    `corpus ${short(golden.corpusSha256)}${corpus === undefined || corpus === golden.corpusSha256 ? '' : ` (baseline: ${short(corpus)})`}`,
    `topics ${short(runConfig.selection.topicIdsSha256)}`,
    `configuration ${short(runConfigSha256)}${gates === undefined ? '' : ` (baseline: ${short(gates.baseline.runConfigSha256)})`}`,
    prose(environment.tool),
  ];
  if (gates !== undefined && gates.baseline.file !== null) facts.push(`baseline ${verbatim(gates.baseline.file)}`);
  const count = gates?.comparisonsOnThisMachine ?? null;
  if (count !== null) facts.push(comparisonCount(count));
  return `<sub>${facts.join(' · ')}</sub>`;
}

/** Whole sections, as many as fit; what is left out is said. */
function fitting(sections: readonly string[]): string {
  const bytes = new TextEncoder();
  const kept: string[] = [];
  let size = 0;
  for (const section of sections) {
    size += bytes.encode(section).length + 2;
    if (size > MAX_BYTES)
      return `${[...kept, `${sections.length - kept.length} sections are left out: they do not fit. \`grk report show\` has all.`].join('\n\n')}\n`;
    kept.push(section);
  }
  return `${kept.join('\n\n')}\n`;
}
