import { GrkError } from '../../contracts/errors.ts';

const TRANSFORMERS = '@huggingface/transformers';
export const TRANSFORMERS_VERSION = '4.3.2';

/**
 * Loads transformers.js on first use, so that nobody waits for it, or needs it, without such a model. It reads from
 * disk only: nothing is downloaded.
 * @param id the model that needs it, for the message
 * @throws GrkError as `notLoaded`
 */
export async function loadTransformers(id: string): Promise<typeof import('@huggingface/transformers')> {
  try {
    const transformers = await import('@huggingface/transformers');
    transformers.env.allowRemoteModels = false;
    transformers.env.allowLocalModels = true;
    return transformers;
  } catch (cause) {
    throw notLoaded(id, cause);
  }
}

/** GRK_DEPENDENCY_MISSING with the command that installs it; what is there but cannot run says why. */
export function notLoaded(id: string, cause: unknown): GrkError {
  const { code, message = '' } = cause as { readonly code?: string; readonly message?: string };
  const isItself = message.startsWith(`Cannot find package '${TRANSFORMERS}'`);
  const isThere = code === 'ERR_DLOPEN_FAILED' || (code?.endsWith('MODULE_NOT_FOUND') === true && !isItself);
  const what = isThere ? `cannot be loaded: ${message.split('\n')[0]}` : 'is not installed';
  const command = `npm install ${TRANSFORMERS}@${TRANSFORMERS_VERSION}`;
  return new GrkError('GRK_DEPENDENCY_MISSING', `${id} needs ${TRANSFORMERS}, which ${what}`, {
    remedy: isThere
      ? `Install it again, with what it needs and the install scripts of that: \`${command}\`.`
      : `Install it with \`${command}\`.`,
    cause,
    facts: { id, package: TRANSFORMERS },
  });
}
