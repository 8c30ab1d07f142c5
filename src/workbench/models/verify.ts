import { type ModelCheck, OPENS, type VerifiedModel, type VerifyOutcome } from '../../contracts/models.ts';
import type { Session } from '../session/state.ts';
import { check, ok } from './checks.ts';
import { type ModelPlace, modelPlaces, placeOf, shownId } from './model-places.ts';
import { type OpenedModel, openModelAt } from './open.ts';
import { verifyEmbedder } from './verify-embedder.ts';
import { checkFiles } from './verify-files.ts';
import { verifyReranker } from './verify-reranker.ts';

/**
 * Opens models and holds what they promise against what they do. A model behind an address is asked.
 * @param ids none: all that ship, that the configuration names, and that were fetched
 * @throws GrkError GRK_UNKNOWN_NAME, GRK_FILE_MISSING, GRK_CONFIG_INVALID, GRK_INTERRUPTED
 */
export async function verifyModels(session: Session, ids: readonly string[]): Promise<VerifyOutcome> {
  const places = ids.length === 0 ? modelPlaces(session) : ids.map((id) => placeOf(session, id));
  const models: VerifiedModel[] = [];
  session.progress.start('verifying models', places.length);
  try {
    for (const place of places) {
      models.push(await verified(session, place));
      session.progress.advance();
    }
  } finally {
    session.progress.done();
  }
  return { models };
}

async function verified(session: Session, place: ModelPlace): Promise<VerifiedModel> {
  const { id, kind, folder } = place;
  const checks: ModelCheck[] = [];
  let opened: OpenedModel | undefined;
  const opens = await check(OPENS, async () => {
    opened = await openModelAt(session, id, kind);
    return ok(describe(opened));
  });
  if (folder !== null) checks.push(await check('files', () => checkFiles(session, folder)));
  checks.push(opens);
  const own = { id: shownId(session, id), kind };
  if (opened === undefined) return { ...own, checks, speed: null };
  const more =
    opened.kind === 'embedder'
      ? await verifyEmbedder(session, opened.model, folder)
      : await verifyReranker(session, opened.model, folder);
  return { ...own, checks: [...checks, ...more.checks], speed: more.speed };
}

function describe({ kind, model }: OpenedModel): string {
  const { identity } = model;
  const weights = identity.weightsSha256 === '' ? 'no weights' : `weights ${identity.weightsSha256.slice(0, 12)}`;
  return kind === 'embedder'
    ? `${identity.provider}:${identity.model}, ${model.identity.dimensions} dimensions, ${weights}`
    : `${identity.provider}:${identity.model}, ${weights}`;
}
