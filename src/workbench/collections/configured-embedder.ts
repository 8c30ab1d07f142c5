import type { Embedder } from '../../contracts/ports.ts';
import { openEmbedder } from '../../providers/registry.ts';
import type { Session } from '../session/state.ts';

/** Opens the embedder of the configuration, and says what is to know of how it is used. @throws as `openEmbedder` */
export async function configuredEmbedder(session: Session): Promise<Embedder> {
  const embedder = await openEmbedder(session.loaded.config.embedder, session.cwd, session.signal);
  for (const notice of embedder.notices ?? []) session.notice(`warning: ${notice}`);
  return embedder;
}
