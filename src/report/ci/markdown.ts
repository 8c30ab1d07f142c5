import type { StageDelta } from '../../contracts/delta.ts';
import type { GateOutcome, GateResult, GateStatus, LosingTopic } from '../../contracts/gate.ts';
import type { Report } from '../../contracts/report.ts';
import { measureDigits } from '../../contracts/rounding.ts';
import { partialStages } from '../partial-stages.ts';
import { comparisonCount } from '../terminal/gate-lines.ts';
import {
  type ComparisonView,
  comparisonViews,
  type DeltaValues,
  type EvidenceView,
  evidenceView,
} from '../view/comparisons.ts';
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
          stageSection('Against the baseline', report, gates.deltas, gates.results),
          verdictSection(gates.deltas, (stage) => `${stage}: `),
        ]),
    stageSection('Within this run', report, deltas, []),
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
  report: Report,
  deltas: readonly StageDelta[],
  results: readonly GateResult[],
): string {
  const rows = comparisonViews(report, deltas)
    .filter(({ axis }) => axis === 'quality')
    .flatMap((view) => {
      const { direction, reason } = view.headline ?? view;
      const word = prose(direction ?? reason ?? view.reason ?? 'no verdict');
      const measured = view.rows.flatMap(({ measure, values }) => (values === null ? [] : [{ measure, values }]));
      if (measured.length === 0) return [[comparedText(view), '', '', '', '', '', '', word]];
      return measured.map(({ measure, values }, i) => [
        i === 0 ? comparedText(view) : '',
        ...measureCells(measure, values),
        evidenceText(evidenceOf(view, measure, results)),
        i === 0 ? word : '',
      ]);
    });
  if (rows.length === 0) return '';
  const head = ['stage', 'measure', 'baseline', 'now', 'Δ', 'W/T/L', 'evidence', 'direction'];
  return [`### ${title}`, table(head, rows)].join('\n\n');
}

/** A stage is compared with itself in another report, or with another one, which is named. */
function comparedText({ stage, baseline }: ComparisonView): string {
  return stage === baseline ? verbatim(stage) : `${verbatim(stage)} against ${verbatim(baseline)}`;
}

function measureCells(name: string, { baseline, candidate, delta, topics }: DeltaValues): string[] {
  const counts = `${topics.wins}/${topics.ties}/${topics.losses}`;
  return [prose(name), baseline.text, candidate.text, delta.text, counts];
}

/** Of a comparison that was declared: within the run on the primary measure, or by a gate over all topics. */
function evidenceOf(
  { stage, evidence, primary }: ComparisonView,
  measure: string,
  results: readonly GateResult[],
): EvidenceView | null {
  const gated = results
    .filter((result) => result.stage === stage && result.slice === undefined)
    .flatMap(({ comparisons }) => comparisons)
    .find((each) => each.measure === measure && each.evidence !== undefined);
  if (gated?.evidence !== undefined) return evidenceView(gated.evidence);
  return measure === primary ? evidence : null;
}

function evidenceText(evidence: EvidenceView | null): string {
  if (evidence === null) return '';
  const { status, p } = evidence;
  return status === 'identical' ? status : `${status}, p ${prose(p.text)}`;
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
    measureDigits(baseline),
    measureDigits(candidate),
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
