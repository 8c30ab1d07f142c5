import { GrkError } from '../../contracts/errors.ts';

export const TRANSFORMERS_VERSION = '4.3.2';

/**
 * Loads transformers.js on first use, so that nobody waits for it, or needs it, without such a model. It reads from
 * disk only: nothing is downloaded.
 * @param id the model that needs it, for the message
 * @throws GrkError GRK_DEPENDENCY_MISSING with the command that installs it
 */
export async function loadTransformers(id: string): Promise<typeof import('@huggingface/transformers')> {
  try {
    const transformers = await import('@huggingface/transformers');
    transformers.env.allowRemoteModels = false;
    transformers.env.allowLocalModels = true;
    return transformers;
  } catch (cause) {
    throw new GrkError('GRK_DEPENDENCY_MISSING', `${id} needs @huggingface/transformers, which is not installed`, {
      remedy: `Install it with \`npm install @huggingface/transformers@${TRANSFORMERS_VERSION}\`.`,
      cause,
      facts: { id, package: '@huggingface/transformers' },
    });
  }
}
