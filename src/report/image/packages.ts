import { GrkError } from '../../contracts/errors.ts';

/** Versions that are tested here; package.json pins the same. */
export const IMAGE_PACKAGES = { vega: '6.4.0', 'vega-lite': '6.4.3', '@resvg/resvg-js': '2.6.2' } as const;

/**
 * Loads an optional package.
 * @throws GrkError GRK_DEPENDENCY_MISSING with the command that installs what the image needs
 */
export async function loadPackage<T>(
  load: () => Promise<T>,
  names: readonly (keyof typeof IMAGE_PACKAGES)[],
): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const wanted = names.map((name) => `${name}@${IMAGE_PACKAGES[name]}`).join(' ');
    throw new GrkError('GRK_DEPENDENCY_MISSING', `${names.join(' and ')} cannot be loaded, and this image needs it`, {
      remedy: `Install it with \`npm install ${wanted}\`, or take the specification alone: --spec.`,
      cause,
    });
  }
}
