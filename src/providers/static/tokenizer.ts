import type { Tokenizer } from '@huggingface/tokenizers';
import { modelFault } from './model-fault.ts';
import { type BertSettings, bertIds, type TokenIds, wholeTextIds } from './token-ids.ts';

export interface StaticTokenizer {
  readonly tokenIds: TokenIds;
  /** The id that stands for unknown words; undefined where the tokenizer has none. */
  readonly unknownId: number | undefined;
  readonly highestId: number;
}

/**
 * Opens a parsed `tokenizer.json`. BERT tokenizers take the fast path, others the library's.
 * @throws GrkError GRK_MODEL_INVALID
 */
export async function openTokenizer(json: Record<string, unknown>, file: string): Promise<StaticTokenizer> {
  const vocabulary = readVocabulary(json, file);
  const tokenizer = await makeTokenizer(json, file);
  const bert = bertSettings(json);
  return { ...vocabulary, tokenIds: bert === undefined ? wholeTextIds(tokenizer) : bertIds(tokenizer, bert) };
}

async function makeTokenizer(json: Record<string, unknown>, file: string): Promise<Tokenizer> {
  const { Tokenizer } = await import('@huggingface/tokenizers');
  try {
    // tokenizer.json is complete in itself; what a tokenizer_config.json could add is not part of the identity.
    return new Tokenizer(json, {});
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw modelFault(file, `the tokenizer cannot be made: ${reason}`, cause);
  }
}

/** @throws GrkError GRK_MODEL_INVALID for a vocabulary that is not a map from tokens to ids */
function readVocabulary(json: Record<string, unknown>, file: string): Omit<StaticTokenizer, 'tokenIds'> {
  const model = record(json.model);
  const vocabulary = record(model.vocab);
  const ids = [...Object.values(vocabulary), ...addedTokens(json).map(({ id }) => id)];
  if (ids.length === 0) throw modelFault(file, 'it has no vocabulary of tokens with ids');
  let highestId = 0;
  for (const id of ids) {
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
      throw modelFault(file, `${JSON.stringify(id)} is no token id`);
    }
    if (id > highestId) highestId = id;
  }
  const unknown = typeof model.unk_token === 'string' ? vocabulary[model.unk_token] : undefined;
  return { unknownId: typeof unknown === 'number' ? unknown : undefined, highestId };
}

/** What the fast path needs to know; undefined where a tokenizer is of another kind. */
function bertSettings(json: Record<string, unknown>): BertSettings | undefined {
  const normaliser = record(json.normalizer);
  const added = addedTokens(json);
  const isBert =
    record(json.model).type === 'WordPiece' &&
    normaliser.type === 'BertNormalizer' &&
    record(json.pre_tokenizer).type === 'BertPreTokenizer' &&
    // Looked for after lower-casing, a token could span a cut in a spelling that the raw text does not show.
    added.every(({ normalized }) => normalized === false);
  if (!isBert) return undefined;
  return { addedTokens: added.map(({ content }) => String(content)), isLowerCasing: normaliser.lowercase === true };
}

function addedTokens(json: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(json.added_tokens) ? json.added_tokens.map(record) : [];
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
