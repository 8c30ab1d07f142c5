import { canonicalJson } from '../../contracts/canonical-json.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { GoldenSet, Topic } from '../../contracts/golden.ts';
import { parseWith } from '../../contracts/parse.ts';
import { ChunkerSchema, type ChunkerSettings } from '../../contracts/pipeline.ts';
import type { Corpus } from '../../contracts/ports.ts';
import { readingOf } from '../../contracts/reading.ts';
import type { Report, ReportTopic } from '../../contracts/report.ts';
import { loadGolden } from '../../evals/golden/load.ts';
import {
  type Judged,
  judgedDocuments,
  judgedPassages,
  RELEVANCE_ALGORITHM,
  type ResolvedTopic,
  resolveTopics,
} from '../../evals/golden/resolve.ts';
import { reportTopics } from '../../evals/run/assemble.ts';
import type { Grades, Judgments } from '../../evals/run/rescore.ts';
import { CHUNKERS } from '../../ingest/chunk/chunkers.ts';
import { READING_ALGORITHM } from '../../ingest/extractors.ts';
import { passagesOf } from '../../ingest/passages.ts';
import { goldSpans, openGoldenCorpus } from '../collections/eval-index.ts';
import type { NamedReport } from '../files/named-reports.ts';

const NONE: Grades = new Map();

/**
 * The judgments of a golden set for stored rankings: gold is found in the documents, and in the passages that a report's
 * chunker cuts from them, which must be the documents that the report indexed.
 * @param reports whose topics are wanted
 * @throws GrkError GRK_NOT_COMPARABLE where the documents or the chunker are not those of a report any more, and those
 * of golden sets
 */
export async function goldenJudgments(
  path: string,
  reports: readonly Report[],
  signal: AbortSignal | undefined,
): Promise<(named: NamedReport) => Judgments> {
  const golden = await loadGolden(path);
  const corpus = await openGoldenCorpus({ signal }, golden);
  const wanted = new Set(reports.flatMap(({ topics }) => topics.map(keyOf)));
  const topics = golden.topics.filter((topic) => wanted.has(keyOf(topic)));
  const { documents, extractors } = await corpus.read();
  const reading = readingOf({ readingAlgorithm: READING_ALGORITHM, extractors });
  const resolved = resolveTopics(topics, new Map(documents.map((document) => [document.id, document])));
  const rows = reportTopics(
    topics,
    resolved.map(({ gold }) => goldSpans(gold)),
  );
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return ({ report, file, name }) => {
    const what = file ?? name;
    refuseMisfit(golden, corpus.corpusSha256, report, what);
    const held = new Set(report.topics.map(keyOf));
    const own = resolved.filter(({ topic }) => held.has(keyOf(topic)));
    const gradesOf = gradeReader(golden, own, { documents, reading }, report, what);
    return {
      judgmentsSha256: golden.judgmentsSha256,
      relevance: RELEVANCE_ALGORITHM,
      topic: (stored) => byKey.get(keyOf(stored)),
      grades: (variant, topicId) => gradesOf(variant).get(topicId) ?? NONE,
    };
  };
}

/** Splits may share topic ids. */
function keyOf({ split, topicId }: Pick<Topic | ReportTopic, 'split' | 'topicId'>): string {
  return canonicalJson([split, topicId]);
}

function refuseMisfit(golden: GoldenSet, corpusSha256: string, { runConfig }: Report, file: string): void {
  const { unit, corpusSha256: indexed } = runConfig.golden;
  if (golden.unit !== unit) throw misfit(file, `it ranks ${unit}s, and "${golden.name}" judges ${golden.unit}s`);
  // A document keeps its id when its text changes; a passage does not.
  if (unit === 'passage' && indexed !== corpusSha256) {
    throw misfit(file, `the documents of "${golden.name}" are not those that it indexed`);
  }
}

/** Variant to topic id to grades; each chunker cuts once. */
function gradeReader(
  golden: GoldenSet,
  resolved: readonly ResolvedTopic[],
  { documents, reading }: Pick<Corpus, 'documents'> & { readonly reading: string },
  report: Report,
  file: string,
): (variant: string) => ReadonlyMap<string, Grades> {
  const known = new Map<string, ReadonlyMap<string, Grades>>();
  const once = (key: string, make: () => Map<string, Judged[]>): ReadonlyMap<string, Grades> => {
    const grades =
      known.get(key) ??
      new Map([...make()].map(([topicId, judged]) => [topicId, new Map(judged.map(({ id, grade }) => [id, grade]))]));
    known.set(key, grades);
    return grades;
  };
  if (golden.unit === 'document') return () => once('', () => judgedDocuments(resolved));
  const judgedDocs = new Set(resolved.flatMap(({ gold }) => gold.map(({ doc }) => doc)));
  return (variant) => {
    const chunker = chunkerOf(report, variant, file, reading);
    return once(canonicalJson(chunker), () => {
      const passages = documents
        .filter(({ id }) => judgedDocs.has(id))
        .flatMap((document) => passagesOf(document, chunker));
      return judgedPassages(resolved, passages, chunker.name);
    });
  };
}

/** The chunker of a variant, which must cut today as it did then. */
function chunkerOf({ runConfig }: Report, variant: string, file: string, reading: string): ChunkerSettings {
  const found = runConfig.variants.find(({ name }) => name === variant);
  const settings = parseWith(ChunkerSchema, found?.chunker.settings, {
    what: `${file}: the chunker of variant "${variant}"`,
    code: 'GRK_REPORT_INVALID',
    remedy: 'Make the report again with grk eval.',
  });
  const [was, is] = [
    [found?.chunker.algorithm, found?.reading],
    [CHUNKERS[settings.name].algorithm, reading],
  ].map((versions) => versions.join(' over '));
  if (was === is) return settings;
  throw misfit(file, `its passages were cut by ${was}, and this grk cuts by ${is}`);
}

function misfit(file: string, why: string): GrkError {
  return new GrkError('GRK_NOT_COMPARABLE', `the rankings of ${file} cannot be scored again: ${why}`, {
    remedy: 'Make the report again with `grk eval`, or rescore reports of the same documents.',
  });
}
