/** What a run and its judgments have in common; means say little without it. */
export interface RunCoverage {
  readonly topicsJudged: number;
  /** Judged topics for which something was retrieved; the others count 0. */
  readonly topicsAnswered: number;
  /** Judged topics without a relevant document: they count 0 too. */
  readonly topicsWithoutRelevant: number;
  /** Topics of the run without judgments: they are left out. */
  readonly topicsNotJudged: number;
  /** Documents retrieved for judged topics. */
  readonly retrieved: number;
  /** Those of them that no judgment of any topic names. */
  readonly unknownDocuments: number;
  /** Mean of Judged@10. */
  readonly judgedAt10: number;
  /** Rows whose score equals that of the row above: their order is the document id's. */
  readonly tiedScores: number;
  /** Topics of two and more documents that all have one score. */
  readonly constantTopics: number;
}

export interface ScoredTopic {
  readonly topicId: string;
  /** Measure name to value, unrounded. */
  readonly measures: Readonly<Record<string, number>>;
}

/** One run file under some judgments. */
export interface ScoredRun {
  /** Tag of the run, or its file where several runs carry that tag. */
  readonly name: string;
  readonly file: string;
  readonly tag: string;
  /** Measure name to value over all judged topics, unrounded. */
  readonly measures: Readonly<Record<string, number>>;
  readonly coverage: RunCoverage;
  readonly warnings: readonly string[];
  /** Bytewise by id; empty unless they were asked for. */
  readonly topics: readonly ScoredTopic[];
}

export interface ScoreOutcome {
  readonly qrels: string;
  /** How scores were compared. */
  readonly precision: 'float64' | 'float32';
  /** `isCount`: summed over topics, a whole number. */
  readonly measures: readonly { readonly name: string; readonly isCount: boolean }[];
  readonly runs: readonly ScoredRun[];
}

/** Topic id to document id to a number: a grade in judgments, a score in a run. */
export type NumbersByDocument = Readonly<Record<string, Readonly<Record<string, number>>>>;
