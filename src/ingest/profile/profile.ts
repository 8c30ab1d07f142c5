import { franc } from 'franc-min';
import type { Passage, SourceDocument } from '../../contracts/document.ts';
import { compareBytes } from '../../contracts/ids.ts';
import type { ChunkerSettings } from '../../contracts/pipeline.ts';
import type { CorpusProfile, LengthSpread } from '../../contracts/profile.ts';
import { similarSets } from './near-duplicates.ts';
import { shinglesOf } from './shingles.ts';

export const NEAR_THRESHOLD = 0.8;
export const SHINGLE_WORDS = 5;
const CANDIDATE_SIZES = [400, 800, 1200, 1600, 2400, 3200, 4800, 6400];
/** Trigrams of less were wrong on one in three short texts of a documentation folder; more than the second adds nothing. */
const MIN_LETTERS = 300;
const READ_CHARS = 5000;

export interface ProfileInput {
  readonly documents: readonly SourceDocument[];
  readonly passages: readonly Passage[];
  readonly chunker: ChunkerSettings;
}

/** Times that `profileOf` yields per document. */
export const STEPS_PER_DOCUMENT = 3;

/**
 * Counts what a corpus holds; the same for the same documents in any order. Yields now and then, so that the caller can
 * show how far it is and be stopped: at most `STEPS_PER_DOCUMENT` times per document.
 */
export function* profileOf({ documents, passages, chunker }: ProfileInput): Generator<void, CorpusProfile> {
  const sorted = [...documents].sort((a, b) => compareBytes(a.id, b.id));
  const byText = groupedBy(sorted, ({ contentSha256 }) => contentSha256);
  const lengths = sorted.map(({ text }) => text.length);
  return {
    documents: sorted.length,
    chars: sum(lengths),
    types: typesOf(sorted),
    documentLengths: spreadOf(lengths),
    passages: passages.length,
    passageLengths: passages.length === 0 ? null : spreadOf(passages.map(({ text }) => text.length)),
    chunker,
    duplicates: [...byText.values()]
      .filter((group) => group.length > 1)
      .map((group) => group.map(({ id }) => id))
      .sort((a, b) => b.length - a.length || compareBytes(a[0] ?? '', b[0] ?? '')),
    nearDuplicates: yield* nearDuplicatesOf([...byText.values()].flatMap((group) => group[0] ?? [])),
    languages: yield* languagesOf(sorted),
    sizes: sizesOf(lengths, chunker),
  };
}

function typesOf(documents: readonly SourceDocument[]): CorpusProfile['types'] {
  const byEnding = groupedBy(documents, ({ metadata }) => String(metadata.ext ?? ''));
  return [...byEnding]
    .map(([ext, group]) => ({ ext, documents: group.length, chars: sum(group.map(({ text }) => text.length)) }))
    .sort((a, b) => b.documents - a.documents || compareBytes(a.ext, b.ext));
}

function* nearDuplicatesOf(documents: readonly SourceDocument[]): Generator<void, CorpusProfile['nearDuplicates']> {
  const shingles: Float64Array[] = [];
  for (const { text } of documents) {
    shingles.push(shinglesOf(text, SHINGLE_WORDS));
    yield;
  }
  const pairs = yield* similarSets(shingles, NEAR_THRESHOLD);
  const idOf = (at: number) => documents[at]?.id ?? '';
  return {
    threshold: NEAR_THRESHOLD,
    shingleWords: SHINGLE_WORDS,
    pairs: pairs.map(({ a, b, similarity }) => ({ a: idOf(a), b: idOf(b), similarity })),
  };
}

function* languagesOf(documents: readonly SourceDocument[]): Generator<void, CorpusProfile['languages']> {
  const found = new Map<SourceDocument, string | null>();
  for (const document of documents) {
    found.set(document, languageOf(document));
    yield;
  }
  const counts = groupedBy(documents, (document) => found.get(document) ?? null);
  return [...counts]
    .map(([language, group]) => ({ language, documents: group.length }))
    .sort((a, b) => b.documents - a.documents || compareBytes(a.language ?? '', b.language ?? ''));
}

/** A guess from the trigrams of the beginning. */
function languageOf({ text, extractor }: SourceDocument): string | null {
  if (extractor === 'code') return null;
  const letters = (text.slice(0, READ_CHARS).match(/\p{L}+/gu) ?? []).join(' ');
  const language = letters.length < MIN_LETTERS ? 'und' : franc(letters);
  return language === 'und' ? null : language;
}

function sizesOf(lengths: readonly number[], chunker: ChunkerSettings): CorpusProfile['sizes'] {
  const configured = chunker.name === 'whole' ? [] : [chunker.maxChars];
  return [...new Set([...CANDIDATE_SIZES, ...configured])]
    .sort((a, b) => a - b)
    .map((maxChars) => ({ maxChars, longerDocuments: lengths.filter((length) => length > maxChars).length }));
}

function groupedBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function spreadOf(lengths: readonly number[]): LengthSpread {
  const sorted = lengths.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
