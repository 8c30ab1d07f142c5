import { GrkError } from '../../contracts/errors.ts';
import { compareBytes } from '../../contracts/ids.ts';
import type { Measure } from '../../contracts/measure.ts';
import type { RunCoverage } from '../../contracts/score.ts';
import { aggregate } from '../metrics/aggregate.ts';
import { parseMeasure } from '../metrics/parse-measure.ts';
import { createScorer } from '../metrics/score.ts';
import { type RankedRows, rankRun, type ScorePrecision } from './order.ts';
import type { Qrels } from './qrels.ts';
import type { Run } from './run.ts';

/** Values of a run under some judgments, as trec_eval 10 has them with `-c`: every judged topic counts. */
export interface TopicValues {
  /** Judged topics, bytewise. */
  readonly topics: readonly string[];
  /** One array per measure, one value per topic. */
  readonly values: readonly Float64Array[];
  /** Over all topics, by each measure's own aggregate. */
  readonly means: readonly number[];
  readonly coverage: RunCoverage;
  /** Judged topics for which the run has no row, bytewise. */
  readonly unansweredTopics: readonly string[];
}

const JUDGED_AT_10 = parseMeasure('Judged@10');

/**
 * Scores a run. All measures of a topic read one sorted list.
 * @throws GrkError GRK_NOTHING_MEASURED where run and judgments share no topic or no document
 */
export function scoreRun(
  qrels: Qrels,
  run: Run,
  measures: readonly Measure[],
  precision: ScorePrecision = 'float64',
): TopicValues {
  const ranked = rankRun(run, precision);
  const wanted = [...measures, JUDGED_AT_10];
  const score = createScorer(wanted);
  const order = [...qrels.byTopic.topics.keys()].sort((a, b) => compareBytes(topicAt(qrels, a), topicAt(qrels, b)));
  const values = wanted.map(() => new Float64Array(order.length));
  const join = createJoin(qrels, run, ranked);
  order.forEach((topic, i) => {
    score(join.topic(topic)).forEach((value, m) => {
      const ofMeasure = values[m];
      if (ofMeasure !== undefined) ofMeasure[i] = value;
    });
  });
  const means = wanted.map((measure, m) => aggregate(measure, Array.from(values[m] ?? [])));
  const coverage = { ...join.coverage(), judgedAt10: means.at(-1) ?? 0 };
  refuseDisjoint(qrels, run, coverage);
  return {
    topics: order.map((topic) => topicAt(qrels, topic)),
    values: values.slice(0, measures.length),
    means: means.slice(0, measures.length),
    coverage,
    unansweredTopics: order.map((topic) => topicAt(qrels, topic)).filter((topic) => !join.runTopics.has(topic)),
  };
}

interface Join {
  readonly runTopics: ReadonlyMap<string, number>;
  /** Grades of one judged topic, by rank and as judged; arrays of its own. */
  readonly topic: (topic: number) => { ranked: (number | null)[]; judged: number[] };
  /** Complete once every judged topic was asked for. */
  readonly coverage: () => Omit<RunCoverage, 'judgedAt10'>;
}

/** Looks up each retrieved document among all judged ones, so that one judged for another topic is known. */
function createJoin(qrels: Qrels, run: Run, { rows, tied, constantTopics }: RankedRows): Join {
  const runTopics = new Map(run.byTopic.topics.map((topic, index) => [topic, index]));
  const judgedIn = new Int32Array(qrels.docs.entries.size()).fill(-1);
  const gradeOf = new Int32Array(qrels.docs.entries.size());
  let answered = 0;
  let withoutRelevant = 0;
  let retrieved = 0;
  let unknown = 0;
  const rankedGrades = (topic: number, index: number): (number | null)[] => {
    const start = run.byTopic.starts[index] ?? 0;
    const end = run.byTopic.starts[index + 1] ?? 0;
    const ranked = new Array<number | null>(end - start);
    for (let i = start; i < end; i++) {
      const known = qrels.docs.find(run.docs, rows[i] ?? 0);
      if (known < 0) unknown++;
      ranked[i - start] = known >= 0 && judgedIn[known] === topic ? (gradeOf[known] ?? 0) : null;
    }
    answered++;
    retrieved += ranked.length;
    return ranked;
  };
  return {
    runTopics,
    topic: (topic) => {
      const [start = 0, end = 0] = [qrels.byTopic.starts[topic], qrels.byTopic.starts[topic + 1]];
      const judged: number[] = [];
      for (let i = start; i < end; i++) {
        const row = qrels.byTopic.rows[i] ?? 0;
        const doc = qrels.doc[row] ?? 0;
        const grade = qrels.grade[row] ?? 0;
        judgedIn[doc] = topic;
        gradeOf[doc] = grade;
        judged.push(grade);
      }
      if (!judged.some((grade) => grade > 0)) withoutRelevant++;
      const index = runTopics.get(topicAt(qrels, topic));
      return { ranked: index === undefined ? [] : rankedGrades(topic, index), judged };
    },
    coverage: () => ({
      topicsJudged: qrels.byTopic.topics.length,
      topicsAnswered: answered,
      topicsWithoutRelevant: withoutRelevant,
      topicsNotJudged: run.byTopic.topics.length - answered,
      retrieved,
      unknownDocuments: unknown,
      tiedScores: tied,
      constantTopics,
    }),
  };
}

/** Ids that never meet would make zeros of a good run. */
function refuseDisjoint(qrels: Qrels, run: Run, coverage: RunCoverage): void {
  const { topicsAnswered, retrieved, unknownDocuments } = coverage;
  if (topicsAnswered === 0) {
    throw new GrkError(
      'GRK_NOTHING_MEASURED',
      `no topic of ${run.file} is judged in ${qrels.file} (${examples(run, qrels, 'topic')})`,
      { remedy: 'Check that run and qrels belong together and write topic ids the same way.', facts: { ...coverage } },
    );
  }
  if (unknownDocuments === retrieved) {
    throw new GrkError(
      'GRK_NOTHING_MEASURED',
      `none of ${retrieved} documents that ${run.file} retrieves is judged in ${qrels.file} (${examples(run, qrels, 'doc')})`,
      {
        remedy: 'Check that both write document ids the same way: a passage id is no document id.',
        facts: { ...coverage },
      },
    );
  }
}

/** `run: "doc1-0"; qrels: "doc1"`: what to compare by eye. */
function examples(run: Run, qrels: Qrels, what: 'topic' | 'doc'): string {
  const [retrieved, judged] =
    what === 'topic'
      ? [run.byTopic.topics[0], qrels.byTopic.topics[0]]
      : [run.docs.textAt(0), qrels.docs.entries.textAt(0)];
  return `run: "${retrieved}"; qrels: "${judged}"`;
}

function topicAt({ byTopic }: Qrels, index: number): string {
  return byTopic.topics[index] ?? '';
}
