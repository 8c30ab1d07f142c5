import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { absoluteEmbedder, absoluteReranker } from '../config/load.ts';
import { GrkError } from '../contracts/errors.ts';
import { measureName } from '../contracts/measure.ts';
import { parseWith } from '../contracts/parse.ts';
import { type Suite, type SuiteFile, SuiteFileSchema } from '../contracts/suite.ts';
import { parseMeasure } from '../evals/metrics/parse-measure.ts';
import { defaultSuite } from '../evals/run/default-suite.ts';
import { resolveSuite } from '../evals/run/resolve-suite.ts';
import type { Session } from './state.ts';
import { refuseOverridden } from './suite-conflict.ts';

export interface LoadedSuite {
  readonly suite: Suite;
  /** Absolute. */
  readonly goldenPath: string;
}

/**
 * Reads a suite file, or makes the default suite from the configuration.
 * The golden set is that of an option, else of the suite, else of the configuration.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_CONFIG_INVALID, GRK_UNKNOWN_NAME, GRK_USAGE where no golden set is named or
 * an option would be without effect
 */
export function loadSuite(session: Session, path: string | undefined): LoadedSuite {
  const { config, origins } = session.loaded;
  const file = path === undefined ? undefined : resolve(session.cwd, path);
  const written = file === undefined ? undefined : readSuite(file);
  if (file !== undefined && written !== undefined) refuseOverridden(session.loaded, written, file);
  const suite =
    file === undefined || written === undefined
      ? defaultSuite(config)
      : resolveSuite(written, config, `${file} with the configuration`);
  const named = file !== undefined && suite.golden !== undefined ? resolve(dirname(file), suite.golden) : undefined;
  const isOption = origins.get('golden') === 'flag' || origins.get('golden') === 'env';
  const goldenPath = isOption ? config.golden : (named ?? config.golden);
  if (goldenPath === undefined) {
    throw new GrkError('GRK_USAGE', 'no golden set is named', {
      remedy: 'Name one: grk eval --golden PATH, or "golden" in grk.config.json or in the suite.',
    });
  }
  return { suite: withCanonicalNames(suite), goldenPath };
}

/** A measure may be written as trec_eval calls it; scores are under its canonical name. */
function withCanonicalNames(suite: Suite): Suite {
  const canonical = (name: string) => measureName(parseMeasure(name));
  return { ...suite, primary: canonical(suite.primary), secondary: suite.secondary.map(canonical) };
}

function readSuite(file: string): SuiteFile {
  const suite = parseWith(SuiteFileSchema, readJson(file), {
    what: file,
    code: 'GRK_CONFIG_INVALID',
    remedy: 'The form of a suite is in docs/schemas/suite.schema.json.',
  });
  const base = dirname(file);
  const variants = suite.variants.map(({ embedder, stages, ...variant }) => ({
    ...variant,
    ...(embedder === undefined ? {} : { embedder: absoluteEmbedder(embedder, base) }),
    stages: stages.map((stage) =>
      stage.kind === 'rerank' ? { ...stage, reranker: absoluteReranker(stage.reranker, base) } : stage,
    ),
  }));
  return { ...suite, variants };
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw unreadable(file, cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new GrkError(
      'GRK_CONFIG_INVALID',
      `${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        remedy: 'Mend the file; its form is in docs/schemas/suite.schema.json.',
        cause,
      },
    );
  }
}

function unreadable(file: string, cause: unknown): GrkError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const remedy = 'Name a suite file, or leave it out to run the default variant.';
  if (code === 'ENOENT') {
    return new GrkError('GRK_FILE_MISSING', `the suite ${file} does not exist`, { remedy, cause });
  }
  const what = code === 'EISDIR' ? 'is a folder' : 'cannot be read';
  return new GrkError('GRK_FILE_UNREADABLE', `the suite ${file} ${what}`, { remedy, cause });
}
