import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { GrkError } from '../contracts/errors.ts';
import { parseWith } from '../contracts/parse.ts';
import { type Suite, SuiteSchema } from '../contracts/suite.ts';
import { defaultSuite } from '../evals/run/default-suite.ts';
import type { Session } from './state.ts';

export interface LoadedSuite {
  readonly suite: Suite;
  /** Absolute. */
  readonly goldenPath: string;
}

/**
 * Reads a suite file, or makes the default suite from the configuration.
 * The golden set is that of an option, else of the suite, else of the configuration.
 * @throws GrkError GRK_FILE_MISSING, GRK_CONFIG_INVALID, GRK_USAGE where no golden set is named
 */
export function loadSuite(session: Session, path: string | undefined): LoadedSuite {
  const { config, origins } = session.loaded;
  const file = path === undefined ? undefined : resolve(session.cwd, path);
  const suite = file === undefined ? defaultSuite(config) : readSuite(file);
  const named = file !== undefined && suite.golden !== undefined ? resolve(dirname(file), suite.golden) : undefined;
  const isOption = origins.get('golden') === 'flag' || origins.get('golden') === 'env';
  const goldenPath = isOption ? config.golden : (named ?? config.golden);
  if (goldenPath === undefined) {
    throw new GrkError('GRK_USAGE', 'no golden set is named', {
      remedy: 'Name one: grk eval --golden PATH, or "golden" in grk.config.json or in the suite.',
    });
  }
  return { suite: config.excludeSelf ? { ...suite, excludeSelf: true } : suite, goldenPath };
}

function readSuite(file: string): Suite {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw new GrkError('GRK_FILE_MISSING', `the suite ${file} cannot be read`, {
      remedy: 'Name a suite file, or leave it out to run the default variant.',
      cause,
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
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
  return parseWith(SuiteSchema, value, {
    what: file,
    code: 'GRK_CONFIG_INVALID',
    remedy: 'The form of a suite is in docs/schemas/suite.schema.json.',
  });
}
