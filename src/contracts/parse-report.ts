import { type ParseContext, parseWith } from './parse.ts';
import { type Report, type ReportRanked, ReportSchema } from './report.ts';

/**
 * Checks a report as `parseWith(ReportSchema)` does, with the same result and the same faults. Nearly all of a report are
 * ranked passages: those are looked at in place, and not copied one by one by the schema.
 * @throws GrkError with the code of the context
 */
export function parseReport(value: unknown, context: ParseContext): Report {
  const held = rankingsOf(value);
  if (held === undefined) return parseWith(ReportSchema, value, context);
  for (const { topic } of held) topic.ranking = [];
  const result = ReportSchema.safeParse(value);
  for (const { topic, ranking } of held) topic.ranking = ranking;
  if (!result.success) return parseWith(ReportSchema, value, context);
  const topics = result.data.stages.flatMap((stage) => stage.topics);
  held.forEach(({ ranking }, i) => {
    const topic = topics[i];
    if (topic !== undefined) topic.ranking = ranking;
  });
  return result.data;
}

interface HeldRanking {
  readonly topic: Record<string, unknown>;
  readonly ranking: ReportRanked[];
}

/** Every ranking in order; undefined where one, or what holds it, is not as it must be. */
function rankingsOf(value: unknown): HeldRanking[] | undefined {
  const held: HeldRanking[] = [];
  for (const stage of listIn(value, 'stages') ?? [undefined]) {
    for (const topic of listIn(stage, 'topics') ?? [undefined]) {
      const ranking = listIn(topic, 'ranking');
      if (!isRecord(topic) || ranking === undefined || !ranking.every(isRanked)) return undefined;
      held.push({ topic, ranking });
    }
  }
  return held;
}

function listIn(value: unknown, key: string): unknown[] | undefined {
  const list = isRecord(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As `RankedSchema` has it, and nothing else. */
function isRanked(hit: unknown): hit is ReportRanked {
  if (!isRecord(hit)) return false;
  const { id, doc, start, end, score } = hit;
  return (
    typeof id === 'string' &&
    typeof doc === 'string' &&
    isOffset(start) &&
    isOffset(end) &&
    Number.isFinite(score) &&
    Object.keys(hit).length === 5
  );
}

function isOffset(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
