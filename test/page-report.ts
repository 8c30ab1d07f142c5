import type { Report } from '../src/contracts/report.ts';
import { sealed, storedReport, storedTopic } from './stored-report.ts';

export const PLANTED = '</script><img src=x onerror=alert(1)>';

export interface PageReportCase {
  readonly topics: number;
  /** Default: bm25, dense, fusion. */
  readonly stages?: readonly string[];
  /** Length of passage texts. */
  readonly textUtf16?: number;
  readonly hasTexts?: boolean;
  /** Moves every ranking of the last stage by so much. */
  readonly shift?: number;
}

const RETURNED = 30;
/** Each visits all of them. */
const STRIDES = [1, 7, 11, 13, 17];

/** Topics with rankings, judgments with spans, texts, and everywhere what must stay text. */
export function pageReport({ topics, stages, textUtf16 = 200, hasTexts = true, shift = 0 }: PageReportCase): Report {
  const names = stages ?? ['bm25', 'dense', 'fusion'];
  const values = Object.fromEntries(
    names.map((name, s) => [name, Array.from({ length: topics }, (_, t) => ((t * 7 + s * 3 + shift) % 11) / 10)]),
  );
  return storedReport(values, (report) => {
    report.golden.name = `book ${PLANTED}`;
    report.warnings = [{ code: 'planted', message: `warning ${PLANTED}` }];
    report.topics = report.topics.map(({ topicId }, t) =>
      storedTopic(topicId, {
        topicId: t === 0 ? `t0 ${PLANTED}` : topicId,
        query: t === 0 ? `query ${PLANTED}` : `query of number ${t} 再試行`,
        category: t % 3 === 0 ? 'fact' : `kind ${PLANTED}`,
        slices: t % 2 === 0 ? ['even'] : [],
        gold: [
          { doc: docOf(t), grade: 2, start: 11, end: 26 },
          { doc: docOf(t + 1), grade: 0, start: 0, end: 5 },
        ],
      }),
    );
    const settings = { algorithm: 'x/1', settings: {} };
    const [variant] = report.runConfig.variants;
    if (variant !== undefined) variant.stages = names.map((name) => ({ name, kind: 'bm25', ...settings }));
    const ids = report.topics.map(({ topicId }) => topicId);
    report.stages.forEach((stage, s) => {
      if (s === names.length - 1 && s > 1)
        Object.assign(stage, { kind: 'fusion', input: report.stages.slice(0, 2).map(({ id }) => id) });
      stage.topics = stage.topics.map((topic, t) => ({
        ...topic,
        topicId: ids[t] ?? '',
        ranking: Array.from({ length: RETURNED }, (_, i) => {
          const at = t + ((i * (STRIDES[s] ?? 1) + s + shift) % RETURNED);
          return { id: `p${at}`, doc: docOf(at), start: 0, end: textUtf16, score: RETURNED - i };
        }),
      }));
    });
    for (const index of report.indexes) {
      index.relevant = ids.map((topicId, t) => ({ topicId, passages: [{ id: `p${t}`, grade: 2 }] }));
    }
    if (hasTexts) {
      const shown = new Set(
        report.stages.flatMap(({ topics }) => topics.flatMap(({ ranking }) => ranking.map(({ id }) => id))),
      );
      report.texts = Object.fromEntries([...shown].sort().map((id) => [id, textOf(id, textUtf16)]));
    }
    sealed(report);
  });
}

function docOf(at: number): string {
  return at === 0 ? `doc ${PLANTED}.md` : `docs/part-${at}.md`;
}

function textOf(id: string, length: number): string {
  return `${id.padEnd(4)} text. QUOTED WORDS of ${id}; ${PLANTED} zebra${id} ${'more words here '.repeat(length / 16)}`.slice(
    0,
    length,
  );
}
