import { modelFault } from './model-fault.ts';

/** What \w is to the tokenizers in Rust that models are made with; the library's \w is ASCII. */
const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\u200c\\u200d';
const WORDS = {
  type: 'Split',
  pattern: { Regex: `[${WORD}]+|[^${WORD}\\p{White_Space}]+` },
  behavior: 'Removed',
  invert: true,
};

/**
 * A pre-tokenizer as the library must be given it to cut as the model's own does.
 * @throws GrkError GRK_MODEL_INVALID for one that it cuts in another way
 */
export function faithfulPreTokenizer(given: unknown, file: string): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const { type, behavior, pretokenizers }: Record<string, unknown> = { ...given };
  if (type === 'Whitespace') return WORDS;
  if (type === 'Punctuation' && behavior !== 'Contiguous')
    throw modelFault(
      file,
      `the pre-tokenizer Punctuation with the behavior ${JSON.stringify(behavior)} is not read here`,
    );
  if (type !== 'Sequence' || !Array.isArray(pretokenizers)) return given;
  return { ...given, pretokenizers: pretokenizers.map((each) => faithfulPreTokenizer(each, file)) };
}
