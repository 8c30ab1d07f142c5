import { z } from 'zod';
import { parseWith } from '../../contracts/parse.ts';
import { outputFault } from '../service/embed-texts.ts';
import { textAt } from '../service/service-words.ts';

const AnswerSchema = z.object({
  model: z.string().optional(),
  data: z.array(z.object({ index: z.int(), embedding: z.union([z.array(z.unknown()), z.string()]) })),
});

/**
 * The vectors of an answer in the order of the texts; numbers in base64 are float32, lowest byte first.
 * @throws GrkError GRK_EMBEDDER_OUTPUT
 */
export function readEmbeddings(
  answer: unknown,
  count: number,
  where: string,
  form: string,
): { readonly rows: ArrayLike<unknown>[]; readonly model: string | undefined } {
  const { data, model } = parseWith(AnswerSchema, answer, { what: where, code: 'GRK_EMBEDDER_OUTPUT', remedy: form });
  const rows = new Map<number, ArrayLike<unknown>>();
  for (const { index, embedding } of data) {
    if (index < 0 || index >= count) {
      throw outputFault({ where }, `gave a vector for text ${index} of ${count} (counted from 0)`, form);
    }
    if (rows.has(index)) throw outputFault({ where }, `gave two vectors for text ${index}`, form);
    rows.set(index, typeof embedding === 'string' ? fromBase64(embedding, index, where) : embedding);
  }
  const inOrder = Array.from({ length: count }, (_, number) => rows.get(number));
  const missing = inOrder.indexOf(undefined);
  if (missing < 0) return { rows: inOrder.filter((row) => row !== undefined), model };
  const what = `gave ${data.length} vectors for ${count} texts: none for text ${missing} (counted from 0)`;
  throw outputFault({ where }, what, form);
}

function fromBase64(text: string, index: number, where: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw outputFault({ where }, `gave for text ${index} what is no float32 in base64`, 'Ask for ?encoding=float.');
  }
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

/** Why it refused: of OpenAI at error.message, of others at one of these keys. */
export function openaiReason(body: unknown): string | undefined {
  const { error } = z.object({ error: z.unknown() }).safeParse(body).data ?? {};
  return textAt(error, 'message') ?? textAt(body, 'error', 'detail', 'message');
}
