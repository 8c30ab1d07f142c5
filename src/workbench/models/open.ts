import { GrkError } from '../../contracts/errors.ts';
import type { Embedder, Reranker } from '../../contracts/ports.ts';
import { openEmbedder } from '../../providers/registry.ts';
import { openReranker } from '../../providers/rerankers/registry.ts';
import { readStaticModel } from '../../providers/static/static-model.ts';
import { DTYPES, readModelFolder } from '../../providers/transformers/model-folder.ts';
import { TRANSFORMERS_VERSION } from '../../providers/transformers/package.ts';
import { installedVersion } from '../session/environment.ts';
import type { Session } from '../session/state.ts';

const TRANSFORMERS = '@huggingface/transformers';

/** An opened model of either kind. */
export type OpenedModel =
  | { readonly kind: 'embedder'; readonly model: Embedder }
  | { readonly kind: 'reranker'; readonly model: Reranker };

/** @throws GrkError as `openEmbedder` and `openReranker` */
export async function openModelAt(session: Session, id: string, kind: OpenedModel['kind']): Promise<OpenedModel> {
  if (kind === 'embedder') return { kind, model: await openEmbedder(id, session.cwd, session.signal) };
  const open = await openReranker(id, session.cwd);
  // Only a stand-in asks for judgments, and there are none here.
  return { kind, model: open(() => null) };
}

/**
 * The hash over the files that decide an answer, where they are whole and the package that reads them is there.
 * @throws GrkError GRK_MODEL_INVALID, GRK_DEPENDENCY_MISSING
 */
export async function weightsOfFolder(
  provider: string,
  folder: string,
  options: Readonly<Record<string, string>>,
): Promise<string> {
  if (provider === 'static') return (await readStaticModel(folder)).weightsSha256;
  const { weightsSha256 } = await readModelFolder(
    folder,
    DTYPES.find((dtype) => dtype === options.dtype),
  );
  if (installedVersion(TRANSFORMERS) === 'not installed') {
    throw new GrkError('GRK_DEPENDENCY_MISSING', `${folder} needs ${TRANSFORMERS}, which is not installed`, {
      remedy: `Install it with \`npm install ${TRANSFORMERS}@${TRANSFORMERS_VERSION}\`.`,
    });
  }
  return weightsSha256;
}
