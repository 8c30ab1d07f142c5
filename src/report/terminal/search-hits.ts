import type { CitationState } from '../../contracts/citation.ts';
import type { PageRange } from '../../contracts/pages.ts';
import type { TerminalStyle } from '../style.ts';
import { citationText, placeOf } from './citation-view.ts';
import { displayWidth } from './display-width.ts';
import { inert, inertProse } from './inert.ts';
import { inkOf } from './ink.ts';
import { plural, scoreText } from './number.ts';
import { hang, wrapTo } from './wrap.ts';

const SNIPPET_LINES = 2;

export interface SearchHit extends Partial<PageRange> {
  /** From 1. */
  readonly rank: number;
  readonly doc: string;
  /** Lines count from 1; both belong to the passage. */
  readonly startLine: number;
  readonly endLine: number;
  readonly score: number;
  readonly text: string;
  /** Outermost first. */
  readonly headingPath?: readonly string[];
  /** What each leg knew of the passage; given under `--explain`. */
  readonly legs?: readonly SearchHitLeg[];
  /** What reranking did to it; given where the search was reranked. */
  readonly rerank?: SearchHitRerank;
  /** What the source says now; given under `--verify`. */
  readonly citation?: CitationState;
}

export interface SearchHitRerank {
  /** null: it was no candidate, and has the score of the input. */
  readonly score: number | null;
  readonly inputRank: number;
  readonly inputScore: number;
  /** Ranks it rose by; negative: fell. */
  readonly moved: number;
}

export interface SearchHitLeg {
  readonly leg: string;
  /** null: not in the window of the leg. */
  readonly rank: number | null;
  readonly score: number | null;
  /** What the leg added to the score of the hit; null where nothing was fused. */
  readonly share: number | null;
}

export interface SearchView {
  readonly mode: string;
  readonly stage: string;
  readonly collection: string;
  /** How deep each leg was read. */
  readonly window: number;
  readonly hits: readonly SearchHit[];
  /** Given where the search was reranked. */
  readonly rerank?: {
    readonly reranker: string;
    readonly input: string;
    readonly candidates: number;
    /** Candidates that were shortened; null: not known. */
    readonly truncated: number | null;
  };
}

/** Hits, best first, each with where it stands and how it begins. Document text is inert. */
export function searchHits(view: SearchView, style: TerminalStyle): string {
  const { dim, marks } = inkOf(style);
  const columns = {
    rank: Math.max(0, ...view.hits.map(({ rank }) => String(rank).length)),
    score: Math.max(0, ...view.hits.map(({ score }) => displayWidth(scoreText(score, style)))),
  };
  const facts = [
    `${view.mode} search`,
    `stage ${inert(view.stage)}`,
    ...rerankFacts(view.rerank),
    `collection ${inert(view.collection)}`,
  ];
  const count = view.hits.length === 0 ? 'no hits' : plural(view.hits.length, 'hit');
  const head = hang('', [...facts, count].join(marks.dot), style.width);
  return `${[dim(head), ...view.hits.map((hit) => hitText(hit, view, columns, style))].join('\n\n')}\n`;
}

function hitText(
  hit: SearchHit,
  view: SearchView,
  columns: { readonly rank: number; readonly score: number },
  style: TerminalStyle,
): string {
  const { bold, dim, marks } = inkOf(style);
  const rank = String(hit.rank).padStart(columns.rank);
  const score = scoreText(hit.score, style).padStart(columns.score);
  // Never broken: it is there to be copied.
  const location = bold(`${inert(hit.doc)}${placeOf(hit)}`);
  const indent = ' '.repeat(columns.rank + 2);
  const width = style.width - indent.length;
  const path = (hit.headingPath ?? []).map(inertProse).join(' > ');
  const lines = [
    ...(path === '' ? [] : wrapTo(path, width, 1, marks.ellipsis).map(dim)),
    ...wrapTo(inertProse(hit.text), width, SNIPPET_LINES, marks.ellipsis),
    ...(hit.rerank === undefined ? [] : [dim(movementText(hit.rerank, view, style))]),
    ...(hit.citation === undefined ? [] : [citationText(hit.citation, style)]),
    ...explanation(hit, view.window, style),
  ];
  return [`${rank}  ${score}  ${location}`, ...lines.map((line) => `${indent}${line}`)].join('\n');
}

function rerankFacts(rerank: SearchView['rerank']): string[] {
  if (rerank === undefined) return [];
  const { candidates, input, reranker, truncated } = rerank;
  const cut = truncated === null || truncated === 0 ? '' : `, ${truncated} of them shortened to fit`;
  return [`top ${candidates} of ${inert(input)} by ${inert(reranker)}${cut}`];
}

function movementText(part: SearchHitRerank, { rerank }: SearchView, style: TerminalStyle): string {
  const { score, inputRank, inputScore, moved } = part;
  const from = `rank ${inputRank} of ${inert(rerank?.input ?? 'its input')}, score ${scoreText(inputScore, style)}`;
  if (score === null) return `${from}: behind the candidates`;
  return `${from}: ${moved === 0 ? 'stayed' : moved > 0 ? `rose ${moved}` : `fell ${-moved}`}`;
}

function explanation({ legs = [], score, rerank }: SearchHit, window: number, style: TerminalStyle): string[] {
  const { dim } = inkOf(style);
  // Legs make the score that was reranked.
  const fused = rerank?.inputScore ?? score;
  const width = Math.max(0, ...legs.map(({ leg }) => displayWidth(inert(leg))));
  const cells = legs.map((leg) => ({
    name: `${inert(leg.leg)}${' '.repeat(width - displayWidth(inert(leg.leg)))}`,
    rank: leg.rank === null ? '' : `rank ${leg.rank}`,
    score: leg.score === null ? '' : `score ${scoreText(leg.score, style)}`,
    share: leg.share === null ? '' : `adds ${scoreText(leg.share, style)}${percentOf(leg.share, fused)}`,
    isRanked: leg.rank !== null,
  }));
  const widest = (pick: (cell: (typeof cells)[number]) => string) =>
    Math.max(0, ...cells.filter(({ isRanked }) => isRanked).map((cell) => pick(cell).length));
  const rankWidth = widest(({ rank }) => rank);
  const scoreWidth = widest((cell) => cell.score);
  return cells.map(({ name, rank, score: legScore, share, isRanked }) => {
    const what = isRanked
      ? `${rank.padEnd(rankWidth)}  ${legScore.padEnd(scoreWidth)}  ${share}`
      : `not in the top ${window} of ${name.trimEnd()}`;
    return dim(`${name}  ${what}`.trimEnd());
  });
}

function percentOf(share: number, score: number): string {
  return score > 0 ? ` (${Math.round((share / score) * 100)} %)` : '';
}
