import picomatch from 'picomatch';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { GoldenSet, Topic } from '../../contracts/golden.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { throwFaults } from './faults.ts';
import { ALL_SPLITS } from './judgments.ts';
import { sha256 } from './judgments-hash.ts';

export interface SelectionOptions {
  /** A split, or `all`; default: dev, else test, else the only one. */
  readonly split?: string | undefined;
  /** Glob over topic ids; `*` matches any characters, slashes too. */
  readonly topics?: string | undefined;
  /** Empty: all. */
  readonly categories?: readonly string[] | undefined;
}

export interface Selection {
  readonly split: string;
  readonly topicsGlob: string | null;
  /** Sorted bytewise, each once. */
  readonly categories: readonly string[];
  /** Sorted by id bytewise; ids are unique. */
  readonly topics: readonly Topic[];
  /** SHA-256 over the canonical JSON array of the ids. */
  readonly topicIdsSha256: string;
}

/**
 * The topics to measure on.
 * @throws GrkError GRK_UNKNOWN_NAME for a split or category that the golden set does not have; GRK_USAGE where no split
 * was named and none is the obvious one, or for a bad glob; GRK_GOLDEN_INVALID where `all` joins splits that share a
 * topic id; GRK_NOTHING_MEASURED where nothing is left
 */
export function selectTopics(golden: GoldenSet, options: SelectionOptions = {}): Selection {
  const split = options.split ?? defaultSplit(golden);
  if (split !== ALL_SPLITS) requireKnown('split', split, golden.splits, [ALL_SPLITS]);
  const categories = [...new Set(options.categories)].sort(compareBytes);
  const known = [...new Set(golden.topics.map(({ category }) => category))].sort(compareBytes);
  for (const category of categories) requireKnown('category', category, known);
  const matches = options.topics === undefined ? () => true : globMatcher(options.topics);
  const topics = golden.topics.filter(
    (topic) =>
      (split === ALL_SPLITS || topic.split === split) &&
      (categories.length === 0 || categories.includes(topic.category)) &&
      matches(topic.topicId),
  );
  if (topics.length === 0) {
    throw new GrkError(
      'GRK_NOTHING_MEASURED',
      `no topic of "${golden.name}" is ${describe(split, options, categories)}`,
      {
        remedy: 'Widen --split, --topics or --category.',
      },
    );
  }
  refuseSharedIds(topics);
  return {
    split,
    topicsGlob: options.topics ?? null,
    categories,
    topics,
    topicIdsSha256: sha256(canonicalJson(topics.map(({ topicId }) => topicId))),
  };
}

function defaultSplit({ name, splits }: GoldenSet): string {
  const preferred = ['dev', 'test'].find((split) => splits.includes(split));
  const [only, ...others] = splits;
  const split = preferred ?? (others.length === 0 ? only : undefined);
  if (split !== undefined) return split;
  throw new GrkError('GRK_USAGE', `"${name}" has the splits ${splits.join(', ')}, and none of them is dev or test`, {
    remedy: `Name one with --split, or say --split ${ALL_SPLITS}.`,
  });
}

function requireKnown(what: string, name: string, known: readonly string[], also: readonly string[] = []): void {
  if (known.includes(name)) return;
  throw new GrkError('GRK_UNKNOWN_NAME', `there is no ${what} "${name}".${didYouMean(name, [...known, ...also])}`, {
    remedy: `Known: ${[...known, ...also].join(', ')}.`,
  });
}

const SHOWN_GLOB = 40;

function globMatcher(glob: string): (id: string) => boolean {
  if (glob === '')
    throw new GrkError('GRK_USAGE', 'the glob over topic ids is empty', {
      remedy: 'Write one, as in --topics "faq-*", or leave it out.',
    });
  try {
    return picomatch(glob, { bash: true, dot: true, windows: false });
  } catch (cause) {
    throw new GrkError('GRK_USAGE', `the glob over topic ids, ${glob.slice(0, SHOWN_GLOB)}…, cannot be used`, {
      remedy: 'Give a shorter one.',
      cause,
    });
  }
}

function refuseSharedIds(topics: readonly Topic[]): void {
  const seen = new Map<string, Topic>();
  const faults = topics.flatMap((topic) => {
    const earlier = seen.get(topic.topicId);
    seen.set(topic.topicId, topic);
    if (earlier === undefined) return [];
    return [
      {
        where: topic.where,
        message: `topic "${topic.topicId}" of split "${topic.split}" is in split "${earlier.split}" too (${earlier.where})`,
      },
    ];
  });
  throwFaults(faults, 'Measure one split at a time with --split NAME.');
}

function describe(split: string, { topics }: SelectionOptions, categories: readonly string[]): string {
  return [
    split === ALL_SPLITS ? 'in any split' : `in split "${split}"`,
    ...(categories.length === 0 ? [] : [`of category ${categories.map((name) => `"${name}"`).join(' or ')}`]),
    ...(topics === undefined ? [] : [`named like "${topics}"`]),
  ].join(' and ');
}
