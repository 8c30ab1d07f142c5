import type { Metadata, MetadataValue } from '../contracts/document.ts';
import { GrkError } from '../contracts/errors.ts';
import type { PassageMask } from '../contracts/ports.ts';

export interface Filter {
  readonly key: string;
  readonly value: string;
}

/**
 * Reads `key=value`.
 * @throws GrkError GRK_USAGE
 */
export function parseFilter(text: string): Filter {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new GrkError('GRK_USAGE', `the filter "${text}" is not of the form key=value`, {
      remedy: 'Write, for example, --filter ext=md.',
    });
  }
  return { key: text.slice(0, at), value: text.slice(at + 1) };
}

/**
 * Which passages may be returned: those whose document carries every key with that value.
 * A document without the key does not match. Values are compared as text.
 * @param metadataOf metadata of a passage's document, by passage number
 */
export function maskOf(
  filters: readonly Filter[],
  passages: number,
  metadataOf: (passage: number) => Metadata,
): PassageMask {
  const mask = new Uint8Array(passages);
  for (let passage = 0; passage < passages; passage++) {
    const metadata = metadataOf(passage);
    mask[passage] = filters.every(({ key, value }) => matches(own(metadata, key), value)) ? 1 : 0;
  }
  return mask;
}

/** Keys of filters that no document carries: the result is empty, and the user should hear why. */
export function unknownKeys(filters: readonly Filter[], documents: readonly { metadata: Metadata }[]): string[] {
  return filters
    .map(({ key }) => key)
    .filter((key) => !documents.some(({ metadata }) => own(metadata, key) !== undefined));
}

function own(metadata: Metadata, key: string): MetadataValue | undefined {
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}

function matches(actual: MetadataValue | undefined, wanted: string): boolean {
  return actual !== undefined && String(actual) === wanted;
}
