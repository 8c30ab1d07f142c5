import type {
  Comparability,
  ComparedReport,
  ComparedSource,
  CompareOutcome,
  Difference,
} from '../../contracts/compare.ts';
import type { TerminalStyle } from '../style.ts';
import { arrowOf } from './arrow.ts';
import { column, fitColumns, grid, leftOut } from './grid.ts';
import { inert, sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, measureText, plural } from './number.ts';
import { hang } from './wrap.ts';

/** What is compared with what, whether it may be, and what differs. */
export function compareFoundations(outcome: CompareOutcome, style: TerminalStyle): string {
  const { dim } = inkOf(style);
  const body = outcome.kind === 'runs' ? runFacts(outcome, style) : reportFacts(outcome, style);
  const scope = outcome.scope === null ? [] : [hang('', `only topics of ${inert(outcome.scope)}`, style.width)];
  return [title(outcome, style), ...body, ...scope, dim(hang('', sentence(outcome.pairing, style), style.width))].join(
    '\n',
  );
}

function title({ sources }: CompareOutcome, style: TerminalStyle): string {
  const [baseline, ...others] = sources.map(({ name }) => inert(name));
  const what = others.length === 0 ? `two stages of ${baseline}` : `${others.join(', ')} against ${baseline}`;
  return inkOf(style).bold(hang('', what, style.width));
}

function reportFacts(outcome: CompareOutcome, style: TerminalStyle): string[] {
  const facts = outcome.sources[0]?.report;
  return [
    ...(facts === undefined || facts === null ? [] : [hang('', groundText(facts), style.width)]),
    ...(outcome.rescored === null
      ? []
      : [hang('', `rankings as stored, scored again by the judgments of ${inert(outcome.rescored.by)}`, style.width)]),
    ...outcome.comparability.flatMap((each) => differenceLines(each, outcome.sources, style)),
  ];
}

function groundText({ golden, goldenVersion, split, topics, answerable }: ComparedReport): string {
  return `${inert(golden)} version ${inert(goldenVersion)}, split ${inert(split)}, ${plural(topics, 'topic')} (${countText(answerable)} answerable)`;
}

function differenceLines(
  { source, differences, unpaired }: Comparability,
  sources: readonly ComparedSource[],
  style: TerminalStyle,
): string[] {
  const { bold, bad, dim } = inkOf(style);
  const of = (...effects: Difference['effect'][]) => differences.filter(({ effect }) => effects.includes(effect));
  const blocking = of('blocks');
  const ground =
    blocking.length === 0 ? 'same judgments, same topics' : `different ${names(blocking)}, compared all the same`;
  const matters = of('moves-ruler', 'explains');
  const provenance = of('provenance');
  const nothing = `nothing${blocking.length === 0 ? '' : ' else'} that can change a number differs between the reports`;
  const what =
    matters.length > 0
      ? `differs: ${names(matters)}`
      : `${nothing}${provenance.length === 0 ? '' : ` (provenance: ${names(provenance)})`}`;
  const head = sentence(`${ground}; ${what}`, style);
  // Within one report only the variants of its stages can differ.
  if (sources.length === 1 && matters.length === 0) return [];
  const lead = sources.length > 2 ? `${inert(source)}: ` : '';
  const left =
    sources.length === 1
      ? []
      : [
          ...unpaired.baseline.map((id) => `${inert(id)} of the baseline`),
          ...unpaired.candidate.map((id) => `${inert(id)} of ${inert(source)}`),
        ];
  return [
    (blocking.length > 0 ? bad : bold)(hang(lead, head, style.width)),
    ...[...blocking, ...matters].map((each) => hang('  ', differenceText(each, style), style.width)),
    ...(matters.length === 0 || provenance.length === 0
      ? []
      : [dim(hang('  ', `provenance: ${provenance.map((each) => valuesText(each, style)).join('; ')}`, style.width))]),
    ...(left.length === 0 ? [] : [dim(hang('  ', `not compared: ${left.join(', ')}`, style.width))]),
  ];
}

function names(differences: readonly Difference[]): string {
  return [...new Set(differences.map(({ what }) => inert(what)))].join(', ');
}

function differenceText(difference: Difference, style: TerminalStyle): string {
  return `${valuesText(difference, style)}; ${sentence(difference.meaning, style)}`;
}

function valuesText({ what, variant, baseline, candidate }: Difference, style: TerminalStyle): string {
  const value = (text: string | null) => (text === null ? 'none' : inert(text));
  const of = variant === null ? '' : ` of ${inert(variant)}`;
  return `${inert(what)}${of}: ${value(baseline)} ${arrowOf(style)} ${value(candidate)}`;
}

/** What each run has in common with the judgments: they are the same for all. */
function runFacts({ sources, qrels }: CompareOutcome, style: TerminalStyle): string[] {
  const covered = sources.flatMap(({ name, coverage }) => (coverage === null ? [] : [{ name, ...coverage }]));
  const topics = covered[0]?.topicsJudged ?? 0;
  const count = (head: string, read: (run: (typeof covered)[number]) => number, drop: number) =>
    column(
      head,
      covered.map((run) => countText(read(run))),
      { align: 'right', drop },
    );
  const judged = column(
    'Judged@10',
    covered.map(({ judgedAt10 }) => measureText(judgedAt10, style)),
    { align: 'right', drop: 3 },
  );
  const { kept, dropped } = fitColumns(
    [
      column(
        'run',
        covered.map(({ name }) => inert(name)),
      ),
      count('topics answered', ({ topicsAnswered }) => topicsAnswered, 1),
      count('documents retrieved', ({ retrieved }) => retrieved, 2),
      count('in no judgment', ({ unknownDocuments }) => unknownDocuments, 4),
      count('tied scores', ({ tiedScores }) => tiedScores, 5),
      judged,
    ],
    style.width,
  );
  const by = hang('', `judged by ${inert(qrels ?? '')}, ${plural(topics, 'topic')}`, style.width);
  return [by, grid(kept, style), ...leftOut(dropped, style)];
}
