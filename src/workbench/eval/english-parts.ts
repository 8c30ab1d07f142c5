import type { Embedder, Reranker } from '../../contracts/ports.ts';
import type { EnglishPart } from '../../evals/run/script-health.ts';
import { knowsEnglishOnly } from '../../providers/known-models.ts';

/** What of a variant knows English only. */
export function englishParts(
  variant: string,
  embedder: Embedder | null,
  rerankers: ReadonlyMap<string, Reranker>,
): EnglishPart[] {
  const parts = [...rerankers].map(([name, { identity }]) => ({ where: `${variant}/${name}`, model: identity.model }));
  if (embedder !== null) parts.unshift({ where: `variant "${variant}"`, model: embedder.identity.model });
  return parts.filter(({ model }) => knowsEnglishOnly(model));
}
