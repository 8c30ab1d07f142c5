import { existsSync } from 'node:fs';
import { NO_RERANKER } from '../../contracts/config.ts';
import { GrkError } from '../../contracts/errors.ts';
import { parseModelId } from '../../contracts/model-id.ts';
import type { ListedModel, ModelListing, ModelState, ModelUse } from '../../contracts/models.ts';
import type { Session } from '../session/state.ts';
import { folderBytes, modelNotices } from './model-notices.ts';
import { type ModelPlace, modelCache, modelPlaces, placeOf, shownId } from './model-places.ts';
import { openModelAt, weightsOfFolder } from './open.ts';

/** Providers whose model lies behind an address. */
const SERVICES = ['ollama', 'openai', 'cohere', 'jina', 'tei'];

const EMBEDDING_COMMANDS = ['ingest', 'search --mode dense|hybrid', 'eval', 'index backfill', 'index repair'];
const RERANKING_COMMANDS = ['search --rerank', 'eval'];

/**
 * Says which models are here and what each command would use. What the configuration names is opened, of others the files
 * are read; nothing is asked over the network.
 * @throws GrkError GRK_INTERRUPTED
 */
export async function listModels(session: Session): Promise<ModelListing> {
  const { embedder, reranker } = session.loaded.config;
  const models: ListedModel[] = [];
  const states = new Map<string, ModelState>();
  for (const place of modelPlaces(session)) {
    const model = await listed(session, place);
    models.push(model);
    states.set(place.id, model.state);
  }
  const use = (role: ModelUse['role'], id: string, commands: readonly string[]): ModelUse =>
    id === NO_RERANKER
      ? { role, commands, id: null, state: null }
      : { role, commands, id: shownId(session, id), state: states.get(placeOf(session, id).id) ?? null };
  return {
    folder: modelCache(session),
    models,
    uses: [use('embedder', embedder, EMBEDDING_COMMANDS), use('reranker', reranker, RERANKING_COMMANDS)],
  };
}

async function listed(session: Session, place: ModelPlace): Promise<ListedModel> {
  const { id, kind, folder, origins } = place;
  const isThere = folder !== null && existsSync(folder);
  const own = { id: shownId(session, id), kind, origins, folder, bytes: isThere ? folderBytes(folder) : null };
  const unsaid = { source: null, licence: null, notices: [] };
  try {
    const { weightsSha256, state } = await examined(session, place);
    return { ...own, weightsSha256, ...(isThere ? modelNotices(folder) : unsaid), state };
  } catch (error) {
    if (!(error instanceof GrkError) || error.code === 'GRK_INTERRUPTED') throw error;
    const { message: reason, remedy } = error;
    const state: ModelState = { status: 'faulty', reason, ...(remedy === undefined ? {} : { remedy }) };
    return { ...own, weightsSha256: null, ...unsaid, state };
  }
}

type Examined = Pick<ListedModel, 'weightsSha256' | 'state'>;

/** @throws GrkError where it cannot be used */
async function examined(session: Session, { id, written, kind, folder, origins }: ModelPlace): Promise<Examined> {
  const { provider, options } = parseModelId(id);
  if (SERVICES.includes(provider)) {
    return {
      weightsSha256: null,
      state: {
        status: 'unasked',
        reason: 'it lies behind an address',
        remedy: `Ask it with grk models verify "${id}".`,
      },
    };
  }
  if (folder !== null && !origins.includes('configured')) {
    return { weightsSha256: await weightsOfFolder(provider, folder, options), state: { status: 'ready' } };
  }
  const { model } = await openModelAt(session, written, kind);
  const { identity } = model;
  return { weightsSha256: identity.weightsSha256 === '' ? null : identity.weightsSha256, state: { status: 'ready' } };
}
