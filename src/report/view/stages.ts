import type { StageDelta } from '../../contracts/delta.ts';
import type { Report, ReportStage } from '../../contracts/report.ts';
import { type Figure, type Maybe, maybe, measureFigure, millisecondFigure } from './figure.ts';
import { measureViews } from './measures.ts';
import { baselineIds, stageLabel } from './stage-label.ts';

/** One scored point of a pipeline. Texts of users are not escaped here. */
export interface StageView {
  readonly id: string;
  readonly label: string;
  readonly kind: ReportStage['kind'];
  readonly isBaseline: boolean;
  /** Numbers of it may be shown, and nothing may be concluded from them. */
  readonly isStructural: boolean;
  /** What stands in brackets behind the label: baseline, another lexical engine than bm25, structural. */
  readonly tags: readonly string[];
  /** By measure; null where nothing was answerable. */
  readonly means: Readonly<Record<string, Maybe<Figure>>>;
  readonly failedTopics: number;
  readonly topics: number;
  /** null: the stage has no rule by which it could return nothing. */
  readonly abstention: { readonly noAnswer: SilenceView; readonly answerable: SilenceView } | null;
  /** null: not timed. */
  readonly latency: LatencyView | null;
  /** Topics that are in no time, as scores of the reranker came from the cache. */
  readonly cachedTopics: number;
}

/** Topics for which nothing was returned. */
export interface SilenceView {
  readonly silent: number;
  readonly topics: number;
  /** null: there are no such topics. */
  readonly share: Maybe<Figure>;
}

/** Per topic, in milliseconds, the sum of a stage's path. */
export interface LatencyView {
  readonly n: number;
  readonly p50Ms: Figure;
  /** null: too few topics were timed. */
  readonly p95Ms: Maybe<Figure>;
}

/** In report order. */
export function stageViews(report: Report, deltas: readonly StageDelta[]): StageView[] {
  const baselines = baselineIds(report, deltas);
  return report.stages.map((stage) => stageView(report, stage, baselines));
}

export function stageView(report: Report, stage: ReportStage, baselines: readonly string[]): StageView {
  const { id, kind, isStructural, abstention, topics } = stage;
  const isBaseline = baselines.includes(id);
  return {
    id,
    label: stageLabel(report, id),
    kind,
    isBaseline,
    isStructural,
    tags: [...(isBaseline ? ['baseline'] : []), ...engineTag(report, stage), ...(isStructural ? ['structural'] : [])],
    means: Object.fromEntries(
      measureViews(report).map(({ name }) => [
        name,
        report.golden.answerable === 0 ? null : maybe(stage.means[name], measureFigure),
      ]),
    ),
    failedTopics: topics.filter(({ error }) => error !== undefined).length,
    topics: topics.length,
    abstention:
      abstention === null
        ? null
        : {
            noAnswer: silence(abstention.silentOnNoAnswer, abstention.noAnswerTopics),
            answerable: silence(abstention.silentOnAnswerable, abstention.answerableTopics),
          },
    latency: latencyOf(report, id),
    cachedTopics: report.timing.stages.find((each) => each.id === id)?.cachedTopicIds?.length ?? 0,
  };
}

function silence(silent: number, topics: number): SilenceView {
  return { silent, topics, share: topics === 0 ? null : measureFigure(silent / topics) };
}

function latencyOf({ timing }: Report, id: string): LatencyView | null {
  const timed = timing.stages.find((each) => each.id === id);
  if (timed === undefined || timed.p50Ms === null) return null;
  return { n: timed.n, p50Ms: millisecondFigure(timed.p50Ms), p95Ms: maybe(timed.p95Ms, millisecondFigure) };
}

/** Another lexical engine than bm25 is named: its scores are not BM25. */
function engineTag({ runConfig }: Report, { kind, variant }: ReportStage): string[] {
  const engine = runConfig.variants.find(({ name }) => name === variant)?.engine.settings.name;
  return kind === 'bm25' && typeof engine === 'string' && engine !== 'bm25' ? [engine] : [];
}
