import type { Tokenizer } from '@huggingface/tokenizers';
import { modelFault } from './model-fault.ts';
import { faithfulPreTokenizer } from './pre-tokenizer.ts';
import { type BertSettings, bertIds, type TokenIds, wholeTextIds } from './token-ids.ts';

export interface StaticTokenizer {
  readonly tokenIds: TokenIds;
  /** The id that stands for unknown words; undefined where the tokenizer has none. */
  readonly unknownId: number | undefined;
  readonly highestId: number;
  /** Characters that a token of the vocabulary has in the middle, rounded down. */
  readonly medianTokenLength: number;
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
  const { pre_tokenizer, ...rest } = json;
  const faithful = { ...rest, pre_tokenizer: faithfulPreTokenizer(pre_tokenizer, file) };
  try {
    // tokenizer.json is complete in itself; what a tokenizer_config.json could add is not part of the identity.
    // Of words, it does not say to the library which of them is the unknown one.
    const { unk_token: unknown } = record(json.model);
    return new Tokenizer(faithful, typeof unknown === 'string' ? { unk_token: unknown } : {});
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw modelFault(file, `the tokenizer cannot be made: ${reason}`, cause);
  }
}

/** @throws GrkError GRK_MODEL_INVALID for a vocabulary without tokens, or without the unknown one where it is needed */
function readVocabulary(json: Record<string, unknown>, file: string): Omit<StaticTokenizer, 'tokenIds'> {
  const model = record(json.model);
  const vocabulary = new Map<string, unknown>(
    Array.isArray(model.vocab)
      ? model.vocab.map((entry, id) => [String(Array.isArray(entry) ? entry[0] : entry), id])
      : Object.entries(record(model.vocab)),
  );
  for (const { content, id } of addedTokens(json)) vocabulary.set(String(content), id);
  if (vocabulary.size === 0) throw modelFault(file, 'it has no vocabulary of tokens with ids');
  let highestId = 0;
  for (const id of vocabulary.values()) {
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
      throw modelFault(file, `${JSON.stringify(id)} is no token id`);
    }
    if (id > highestId) highestId = id;
  }
  return {
    unknownId: unknownId(model, vocabulary, file),
    highestId,
    medianTokenLength: medianLength([...vocabulary.keys()]),
  };
}

function unknownId(
  model: Record<string, unknown>,
  vocabulary: ReadonlyMap<string, unknown>,
  file: string,
): number | undefined {
  if (model.type === 'Unigram') {
    if (model.byte_fallback === true) throw modelFault(file, '"model.byte_fallback" of Unigram is not read here');
    if (typeof model.unk_id === 'number') return model.unk_id;
    throw modelFault(file, `"model.unk_id" is ${JSON.stringify(model.unk_id)}, expected the id of unknown tokens`);
  }
  // BPE may leave out what it does not know.
  if (model.type === 'BPE' && typeof model.unk_token !== 'string') return undefined;
  const id = typeof model.unk_token === 'string' ? vocabulary.get(model.unk_token) : undefined;
  if (typeof id === 'number') return id;
  throw modelFault(
    file,
    `"model.unk_token" is ${JSON.stringify(model.unk_token)}, which is no token of its vocabulary`,
  );
}

function medianLength(tokens: readonly string[]): number {
  const lengths = tokens.map((token) => [...token].length).sort((a, b) => a - b);
  const middle = lengths.length / 2;
  return Math.floor(((lengths[Math.ceil(middle) - 1] ?? 0) + (lengths[Math.floor(middle)] ?? 0)) / 2);
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
