import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { type Measure, measureName } from '../../contracts/measure.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { DEFAULT_PRIMARY, DEFAULT_SECONDARY } from '../../contracts/suite.ts';
import { parseMeasure } from '../../evals/metrics/parse-measure.ts';
import { isSpanMeasure, spansMissing } from '../../evals/metrics/span.ts';
import { splitMeasures } from '../../evals/metrics/split-measures.ts';
import { STDIN } from './byte-source.ts';

export interface ScoreArguments {
  readonly qrels: string;
  readonly runs: readonly string[];
  /** Each once, in the order given; those that a suite declares by default where none was given. */
  readonly measures: readonly Measure[];
}

/**
 * Tells runs from measures: an existing file, or `-`, is a run; all else is a measure or a list of them.
 * @param example command for the remedy where no run is named
 * @throws GrkError GRK_USAGE; GRK_UNSUPPORTED for a span measure; GRK_UNKNOWN_NAME for a word that is neither, naming the nearest
 */
export function readScoreArguments(
  cwd: string,
  qrels: string,
  words: readonly string[],
  example = 'grk eval score QRELS RUN nDCG@10',
): ScoreArguments {
  const runs: string[] = [];
  const named: Measure[] = [];
  for (const word of words) {
    if (word === STDIN || isRun(cwd, word)) runs.push(word);
    else named.push(...splitMeasures(word).map((text) => readMeasure(cwd, text)));
  }
  if (runs.length === 0) {
    throw new GrkError('GRK_USAGE', 'no run file is named', {
      remedy: `Name at least one after the qrels: ${example}.`,
    });
  }
  if ([qrels, ...runs].filter((word) => word === STDIN).length > 1) {
    throw new GrkError('GRK_USAGE', 'standard input can be read once: "-" stands for qrels or for one run', {
      remedy: 'Name a file in the place of one of them.',
    });
  }
  for (const name of named.map(measureName)) if (isSpanMeasure(name)) throw spansMissing(name);
  const wanted = named.length > 0 ? named : [DEFAULT_PRIMARY, ...DEFAULT_SECONDARY].map(parseMeasure);
  return { qrels, runs, measures: [...new Map(wanted.map((measure) => [measureName(measure), measure])).values()] };
}

function isRun(cwd: string, word: string): boolean {
  const found = statSync(resolve(cwd, word), { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (isMeasure(word)) {
    throw new GrkError('GRK_USAGE', `"${word}" is a measure, and here there is a file of that name too`, {
      remedy: `Write ./${word} for the file; for the measure, its canonical name or another working directory.`,
    });
  }
  if (!found.isDirectory()) return true;
  throw new GrkError('GRK_USAGE', `"${word}" is a folder, not a run file`, {
    remedy: 'Only qrels may be a folder, and they come first: grk eval score QRELS RUN… MEASURE…',
  });
}

function isMeasure(word: string): boolean {
  try {
    parseMeasure(word);
    return true;
  } catch {
    return false;
  }
}

function readMeasure(cwd: string, text: string): Measure {
  try {
    return parseMeasure(text);
  } catch (error) {
    const isUnknown = error instanceof GrkError && error.code === 'GRK_UNKNOWN_NAME';
    if (!isUnknown || error.message.includes('Did you mean')) throw error;
    throw new GrkError('GRK_UNKNOWN_NAME', `"${text}" is neither a file nor a measure.${nearestFile(cwd, text)}`, {
      remedy: error.remedy ?? 'docs/measures.md lists the measures.',
    });
  }
}

function nearestFile(cwd: string, text: string): string {
  try {
    return didYouMean(basename(text), readdirSync(dirname(resolve(cwd, text))));
  } catch {
    return '';
  }
}
