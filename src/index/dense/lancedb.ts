import { createRequire } from 'node:module';
import type * as Lance from '@lancedb/lancedb';
import type * as Arrow from 'apache-arrow';
import { GrkError } from '../../contracts/errors.ts';

/** The two optional packages, as they are when both are installed. */
export interface LancePackages {
  readonly lance: typeof Lance;
  readonly arrow: typeof Arrow;
}

// LanceDB is CommonJS and takes only tables of the classes that it has loaded itself, so Arrow is required, not imported.
const importPackages = async (): Promise<LancePackages> => ({
  lance: await import('@lancedb/lancedb'),
  arrow: createRequire(import.meta.url)('apache-arrow') as typeof Arrow,
});

/**
 * Loads LanceDB on first use, so that commands without vectors neither need it nor wait for it.
 * @throws GrkError GRK_DEPENDENCY_MISSING with the install command
 */
export async function loadLanceDb(importer: () => Promise<LancePackages> = importPackages): Promise<LancePackages> {
  // Both are read when the native library starts: no warnings on stderr, and no deadlock on two cores.
  process.env.LANCEDB_LOG ??= 'error';
  process.env.LANCE_CPU_THREADS ??= '4';
  try {
    return await importer();
  } catch (cause) {
    // The cause names absolute paths, and this message goes into reports.
    throw new GrkError('GRK_DEPENDENCY_MISSING', 'LanceDB, which stores vectors, cannot be loaded', {
      remedy:
        'Install it with `npm install @lancedb/lancedb@0.31.0 apache-arrow@18.1.0`, or work without vectors: --no-dense.',
      cause,
    });
  }
}
