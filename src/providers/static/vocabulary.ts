import { parseJsonObject, readModelFile } from '../model-files.ts';
import { modelFault } from './model-fault.ts';

export interface Vocabulary {
  /** `tokenizer.json`, parsed. */
  readonly tokenizer: Record<string, unknown>;
  readonly tokenizerFile: string;
  /** Ids of tokens that occur in texts, ascending: neither special ones nor such as were left unused. */
  readonly tokenIds: readonly number[];
  /** One more than the highest id of all. */
  readonly size: number;
}

/** What makers of vocabularies call places that they left free. */
const UNUSED = /^[[<]unused_?\d+[\]>]$/;

/**
 * Reads which tokens a `tokenizer.json` has: a map from tokens to ids, or a list of tokens with scores.
 * @throws GrkError GRK_MODEL_INVALID
 */
export async function readVocabulary(tokenizerFile: string): Promise<Vocabulary> {
  const tokenizer = parseJsonObject(await readModelFile(tokenizerFile, modelFault), tokenizerFile, modelFault);
  const { model, added_tokens: added } = tokenizer as { model?: { vocab?: unknown }; added_tokens?: unknown };
  const vocab = model?.vocab;
  const named: [token: string, id: unknown][] = Array.isArray(vocab)
    ? vocab.map((entry, id) => [String(Array.isArray(entry) ? entry[0] : entry), id])
    : Object.entries(typeof vocab === 'object' && vocab !== null ? vocab : {});
  const extra = (Array.isArray(added) ? added : []) as { id?: unknown; content?: unknown; special?: unknown }[];
  const tokens = new Map<number, string>();
  for (const [token, id] of [...named, ...extra.map(({ content, id }) => [String(content), id] as const)]) {
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
      throw modelFault(tokenizerFile, `${JSON.stringify(id)} is no token id`);
    }
    tokens.set(id, token);
  }
  const special = new Set(extra.filter(({ special }) => special === true).map(({ id }) => id));
  const tokenIds = [...tokens.keys()]
    .filter((id) => !special.has(id) && !UNUSED.test(tokens.get(id) ?? ''))
    .sort((a, b) => a - b);
  if (tokenIds.length === 0) throw modelFault(tokenizerFile, 'it has no vocabulary of tokens with ids');
  return {
    tokenizer,
    tokenizerFile,
    tokenIds,
    size: [...tokens.keys()].reduce((most, id) => Math.max(most, id), 0) + 1,
  };
}
