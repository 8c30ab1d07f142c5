import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DEFAULT_EMBEDDER, NO_RERANKER } from '../../contracts/config.ts';
import { GrkError } from '../../contracts/errors.ts';
import { parseCombined, parseModelId, withAbsolutePath } from '../../contracts/model-id.ts';
import type { ModelOrigin } from '../../contracts/models.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { EMBEDDER_PROVIDERS, SHIPPED_MODEL_FOLDER } from '../../providers/registry.ts';
import { RERANKER_PROVIDERS, SHIPPED_RERANKER_FOLDER } from '../../providers/rerankers/registry.ts';
import type { Session } from '../session/state.ts';
import { kindOfFolder } from './model-kind.ts';

const SHIPPED_RERANKER = 'cross-tiny';

/** A model by its id, and where it lies. */
export interface ModelPlace {
  /** Its path, if it has one, is absolute; never `combined(…)`. */
  readonly id: string;
  /** The same as it was written: `combined(…)` where it was. */
  readonly written: string;
  readonly kind: 'embedder' | 'reranker';
  /** null: it has no folder of its own. */
  readonly folder: string | null;
  readonly origins: readonly ModelOrigin[];
}

/** Where fetched models lie. */
export function modelCache(session: Session): string {
  return join(session.loaded.stateFolder, 'models');
}

/** Models that ship, that the configuration names, and that were fetched; each folder once. */
export function modelPlaces(session: Session): ModelPlace[] {
  const { embedder, reranker } = session.loaded.config;
  const shipped = [DEFAULT_EMBEDDER, SHIPPED_RERANKER].map((id) => placeOf(session, id, 'shipped'));
  const configured = [embedder, ...(reranker === NO_RERANKER ? [] : [reranker])].map((id) =>
    placeOf(session, id, 'configured'),
  );
  const places = new Map<string, ModelPlace>();
  // What is configured comes first: its options count.
  for (const place of [...configured, ...shipped, ...fetchedPlaces(session)]) {
    const key = place.folder ?? place.id;
    const known = places.get(key);
    places.set(key, known === undefined ? place : { ...known, origins: [...known.origins, ...place.origins] });
  }
  return [...places.values()];
}

/**
 * Where the model of an id lies, relative paths starting at the working directory; of `combined` the one inside.
 * @throws GrkError GRK_UNKNOWN_NAME
 */
export function placeOf(session: Session, text: string, origin?: ModelOrigin): ModelPlace {
  const written = withAbsolutePath(text, (path) => resolve(session.cwd, path));
  const id = parseCombined(written)?.inner ?? written;
  const { provider, target } = parseModelId(id);
  const isReranker = providersOf(RERANKER_PROVIDERS).has(provider);
  if (!isReranker && !providersOf(EMBEDDER_PROVIDERS).has(provider)) {
    const forms = [...EMBEDDER_PROVIDERS, ...RERANKER_PROVIDERS].map(({ form }) => form);
    throw new GrkError('GRK_UNKNOWN_NAME', `"${text}" names no model.${didYouMean(text, forms)}`, {
      remedy: `grk models list names those that are here; the forms are ${forms.join(', ')}.`,
    });
  }
  return {
    id,
    written,
    kind: isReranker ? 'reranker' : 'embedder',
    folder: folderOf(id, provider, target),
    origins: origin === undefined ? [] : [origin],
  };
}

/** An id whose path, if it lies in the project, is relative to its root, as in a configuration. */
export function shownId(session: Session, id: string): string {
  const { root } = session.loaded;
  return withAbsolutePath(id, (path) => {
    const below = relative(root, path);
    return below !== '' && !isAbsolute(below) && below.split(sep)[0] !== '..' ? below.split(sep).join('/') : path;
  });
}

function folderOf(id: string, provider: string, target: string): string | null {
  if (id === DEFAULT_EMBEDDER) return SHIPPED_MODEL_FOLDER;
  if (provider === SHIPPED_RERANKER) return SHIPPED_RERANKER_FOLDER;
  return ['static', 'transformers', 'cross-encoder'].includes(provider) && target !== '' ? target : null;
}

function fetchedPlaces(session: Session): ModelPlace[] {
  const cache = modelCache(session);
  if (!existsSync(cache)) return [];
  return readdirSync(cache, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
    .map((name): ModelPlace => {
      const folder = join(cache, name);
      const { provider, kind } = kindOfFolder(folder) ?? { provider: 'transformers', kind: 'embedder' };
      const id = `${provider}:${folder}`;
      return { id, written: id, kind, folder, origins: ['fetched'] };
    });
}

/** The words before the colon or the bracket of every form. */
function providersOf(providers: readonly { readonly form: string }[]): Set<string> {
  return new Set(providers.map(({ form }) => form.split(/[:(]/)[0] ?? ''));
}
