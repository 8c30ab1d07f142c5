import { dirname, resolve } from 'node:path';
import { type JsonFileKind, readJsonFile } from '../../config/json-file.ts';
import { absoluteModel } from '../../config/load.ts';
import { measureName } from '../../contracts/measure.ts';
import { parseWith } from '../../contracts/parse.ts';
import { type Suite, type SuiteFile, SuiteFileSchema, type SuiteInput } from '../../contracts/suite.ts';
import { parseMeasure } from '../../evals/metrics/parse-measure.ts';
import { defaultSuite } from '../../evals/run/default-suite.ts';
import { resolveSuite } from '../../evals/run/resolve-suite.ts';
import { requireGoldenPath } from '../golden/path.ts';
import type { Session } from '../session/state.ts';
import { refuseOverridden } from './suite-conflict.ts';

export interface LoadedSuite {
  readonly suite: Suite;
  /** Absolute. */
  readonly goldenPath: string;
  /** What paths in the suite are relative to; absolute. */
  readonly folder: string;
}

/** A suite file, or what would stand in one; paths in it are relative to the working directory then. */
export type SuiteSource = string | SuiteInput;

/**
 * Reads a suite, or makes the default suite from the configuration.
 * The golden set is that of an option, else of the suite, else of the configuration.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_CONFIG_INVALID, GRK_UNKNOWN_NAME, GRK_USAGE where no
 * golden set is named or an option would be without effect
 */
export function loadSuite(session: Session, given: SuiteSource | undefined): LoadedSuite {
  const { config, origins } = session.loaded;
  const { what, folder, value } = sourceOf(session, given);
  const written = value === undefined ? undefined : checkSuite(value(), what, folder);
  if (written !== undefined) refuseOverridden(session.loaded, written, what);
  const suite =
    written === undefined ? defaultSuite(config) : resolveSuite(written, config, `${what} with the configuration`);
  const named = written !== undefined && suite.golden !== undefined ? resolve(folder, suite.golden) : undefined;
  const isOption = origins.get('golden') === 'flag' || origins.get('golden') === 'env';
  const goldenPath = requireGoldenPath(
    isOption ? config.golden : (named ?? config.golden),
    'grk eval',
    'grk.config.json or in the suite',
  );
  return { suite: withCanonicalNames(suite), goldenPath, folder };
}

/** A measure may be written as trec_eval calls it; scores are under its canonical name. */
function withCanonicalNames(suite: Suite): Suite {
  const canonical = (name: string) => measureName(parseMeasure(name));
  return { ...suite, primary: canonical(suite.primary), secondary: suite.secondary.map(canonical) };
}

const FORM = 'The form of a suite is in docs/schemas/suite.schema.json.';
const SUITE_FILE: JsonFileKind = {
  what: 'the suite',
  code: 'GRK_CONFIG_INVALID',
  naming: 'Name a suite file, or leave it out to run the default variant.',
  mending: FORM,
};

interface OpenSource {
  /** The suite as messages should name it. */
  readonly what: string;
  readonly folder: string;
  readonly value: (() => unknown) | undefined;
}

function sourceOf({ cwd }: Session, given: SuiteSource | undefined): OpenSource {
  if (typeof given !== 'string') {
    return { what: 'the suite', folder: cwd, value: given === undefined ? undefined : () => given };
  }
  const file = resolve(cwd, given);
  return { what: file, folder: dirname(file), value: () => readJsonFile(file, SUITE_FILE) };
}

function checkSuite(value: unknown, what: string, base: string): SuiteFile {
  const suite = parseWith(SuiteFileSchema, value, { what, code: 'GRK_CONFIG_INVALID', remedy: FORM });
  const variants = suite.variants.map(({ embedder, stages, ...variant }) => ({
    ...variant,
    ...(embedder === undefined ? {} : { embedder: absoluteModel(embedder, base) }),
    stages: stages.map((stage) =>
      stage.kind === 'rerank' ? { ...stage, reranker: absoluteModel(stage.reranker, base) } : stage,
    ),
  }));
  return { ...suite, variants };
}
