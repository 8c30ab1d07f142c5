import { GrkError } from './errors.ts';

/** How a configuration names an embedder or reranker: `provider:target?option=value&option=value`. */
export interface ModelId {
  readonly provider: string;
  /** A path, or a model's name; empty where the provider alone says it. */
  readonly target: string;
  readonly options: Readonly<Record<string, string>>;
}

/** Providers whose target is a path. */
const PATH_PROVIDERS: readonly string[] = ['static', 'transformers', 'vectors', 'cross-encoder', 'scripted'];
/** Targets that name a model which ships with grk, not a path. */
const SHIPPED: readonly string[] = ['static:shipped'];

/** For options that a model does not take, or not so. */
export const MODEL_OPTIONS =
  'Options follow the model, as in ?name=value&name=value: mend the one that is named, or leave it out.';

const COMBINED = /^combined\((.*?)(?:,\s*([^,()]*))?\)$/su;

/**
 * Takes an id apart. Options are written as in an address: `%26` is an ampersand, `+` a space.
 * @throws GrkError GRK_CONFIG_INVALID for an option that is given twice
 */
export function parseModelId(id: string): ModelId {
  const [, head = '', query] = /^(.*?)(?:\?(?=[A-Za-z]+=)(.*))?$/su.exec(id) ?? [];
  const colon = head.indexOf(':');
  const options: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(query ?? '')) {
    if (Object.hasOwn(options, key)) {
      throw new GrkError('GRK_CONFIG_INVALID', `"${id}" gives the option ${key} twice`, { remedy: 'Give it once.' });
    }
    options[key] = value;
  }
  return colon < 0
    ? { provider: head, target: '', options }
    : { provider: head.slice(0, colon), target: head.slice(colon + 1), options };
}

/** `combined(INNER)` or `combined(INNER, WEIGHT)`, with the weight as it was written; undefined for any other id. */
export function parseCombined(id: string): { readonly inner: string; readonly weight: string | undefined } | undefined {
  const [, inner, weight] = COMBINED.exec(id.trim()) ?? [];
  return inner === undefined ? undefined : { inner: inner.trim(), weight: weight?.trim() };
}

/** The id with its path, if it has one, as `absolute` gives it. */
export function withAbsolutePath(id: string, absolute: (path: string) => string): string {
  const combined = parseCombined(id);
  if (combined !== undefined) {
    const weight = combined.weight === undefined ? '' : `, ${combined.weight}`;
    return `combined(${withAbsolutePath(combined.inner, absolute)}${weight})`;
  }
  const { provider, target } = parseModelId(id);
  if (!PATH_PROVIDERS.includes(provider) || target === '' || SHIPPED.includes(`${provider}:${target}`)) return id;
  return `${provider}:${absolute(target)}${id.slice(provider.length + 1 + target.length)}`;
}
