import { GrkError } from '../../contracts/errors.ts';

/**
 * Loads a package on first use, so that nobody waits for it, or needs it, without such files.
 * @throws GrkError GRK_DEPENDENCY_MISSING naming the file and the package
 */
export async function loadFor<T>(file: string, name: string, version: string, importer: () => Promise<T>): Promise<T> {
  try {
    return await importer();
  } catch (cause) {
    throw new GrkError('GRK_DEPENDENCY_MISSING', `${file} cannot be read: the package ${name} is not installed`, {
      remedy: `Install it with \`npm install ${name}@${version}\`, or leave such files out with an exclude glob.`,
      cause,
      facts: { file, package: name },
    });
  }
}
