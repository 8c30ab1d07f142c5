import type { PreTrainedTokenizer } from '@huggingface/transformers';

/** Token ids as a model reads them. */
export interface Encoded {
  readonly ids: readonly number[];
  /** Segment of each token: 0 for the first text, 1 for the second. */
  readonly types: readonly number[];
  readonly isCut: boolean;
}

/** Puts texts into the frame of special tokens that a tokenizer gives them, with the end of a text cut where it must be. */
export interface TokenLayout {
  /** Special tokens stay: only tokens of the text are cut. */
  one(text: string, maxTokens: number): Encoded;
  /** One token in the frame of a text, and where it stands there. */
  token(id: number): Encoded & { readonly at: number };
  /** A pair of which only the second text is shortened, or the first too where it alone has more than its limit. */
  two(first: string, second: string, limits: { readonly maxTokens: number; readonly maxFirst: number }): Encoded;
}

/**
 * Learns the frames of a tokenizer from what it makes of probes. The library's own truncation takes the closing special
 * token too, which models never saw in training.
 * @returns undefined where the tokenizer does not keep the tokens of a text together
 */
export function tokenLayout(tokenizer: PreTrainedTokenizer): TokenLayout | undefined {
  const bare = (text: string) => tokenizer.encode(text, { add_special_tokens: false });
  const [a, b] = [bare('a'), bare('b')];
  const single = split(tokenizer.encode('a'), [a]);
  const pair = split(tokenizer.encode('a', { text_pair: 'b' }), [a, b]);
  if (single === undefined || pair === undefined) return undefined;
  const [before = [], after = []] = single;
  const [open = [], middle = [], close = []] = pair;
  const secondType = typeOfSecond(tokenizer);
  // A topic comes with many passages.
  let last = { first: '', ids: bare('') };
  const firstIds = (first: string) => {
    if (last.first !== first) last = { first, ids: bare(first) };
    return last.ids;
  };
  return {
    one: (text, maxTokens) => {
      const { kept, isCut } = cut(bare(text), maxTokens - before.length - after.length);
      const ids = [...before, ...kept, ...after];
      return { ids, types: ids.map(() => 0), isCut };
    },
    token: (id) => {
      const ids = [...before, id, ...after];
      return { ids, types: ids.map(() => 0), isCut: false, at: before.length };
    },
    two: (first, second, { maxTokens, maxFirst }) => {
      const head = cut(firstIds(first), maxFirst);
      const room = maxTokens - open.length - middle.length - close.length - head.kept.length;
      const tail = cut(bare(second), room);
      const front = [...open, ...head.kept, ...middle];
      const back = [...tail.kept, ...close];
      return {
        ids: [...front, ...back],
        types: [...front.map(() => 0), ...back.map(() => secondType)],
        isCut: head.isCut || tail.isCut,
      };
    },
  };
}

function cut(ids: readonly number[], room: number): { kept: readonly number[]; isCut: boolean } {
  const kept = ids.slice(0, Math.max(0, room));
  return { kept, isCut: kept.length < ids.length };
}

/** What stands before, between and behind the parts; undefined where they do not follow in this order. */
function split(ids: readonly number[], parts: readonly (readonly number[])[]): number[][] | undefined {
  const frame: number[][] = [];
  let from = 0;
  for (const part of parts) {
    const at = ids.findIndex((_, i) => i >= from && part.every((id, j) => ids[i + j] === id));
    if (at < 0 || part.length === 0) return undefined;
    frame.push(ids.slice(from, at));
    from = at + part.length;
  }
  return [...frame, ids.slice(from)];
}

/** The segment of the second text; 0 for tokenizers without segments. */
function typeOfSecond(tokenizer: PreTrainedTokenizer): number {
  const { token_type_ids: types } = tokenizer('a', { text_pair: 'b' }) as {
    token_type_ids?: { data: ArrayLike<bigint> };
  };
  return types === undefined ? 0 : Number(types.data[types.data.length - 1] ?? 0n);
}
