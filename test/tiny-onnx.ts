import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the smallest ONNX graphs that a test needs, by hand: a message is a list of fields, a field is a tag and a
 * value. Numbers of fields are those of onnx.proto.
 */
type Field = Uint8Array;

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}
const int = (field: number, value: number): Field => Uint8Array.from([...varint(field * 8), ...varint(value)]);
const bytes = (field: number, content: Uint8Array): Field =>
  Buffer.concat([Uint8Array.from([...varint(field * 8 + 2), ...varint(content.length)]), content]);
const text = (field: number, content: string): Field => bytes(field, new TextEncoder().encode(content));
const message = (field: number, ...fields: Field[]): Field => bytes(field, Buffer.concat(fields));

const INT64 = 7;
const FLOAT = 1;

/** An input or output whose dimensions all are open. */
function value(field: number, name: string, type: number, rank: number): Field {
  const dimensions = Array.from({ length: rank }, (_, i) => message(1, text(2, `d${i}`)));
  return message(field, text(1, name), message(2, message(1, int(1, type), message(2, ...dimensions))));
}

function tensor(name: string, shape: readonly number[], numbers: readonly number[]): Field {
  const content = Buffer.from(Float32Array.from(numbers).buffer);
  return message(5, ...shape.map((size) => int(1, size)), int(2, FLOAT), text(8, name), bytes(9, content));
}

function node(operator: string, inputs: readonly string[], output: string, ...attributes: Field[]): Field {
  return message(1, ...inputs.map((name) => text(1, name)), text(2, output), text(4, operator), ...attributes);
}

function model(graph: readonly Field[]): Uint8Array {
  return Buffer.concat([int(1, 8), message(8, text(1, ''), int(2, 13)), message(7, ...graph, text(2, 'tiny'))]);
}

/** `last_hidden_state` is a row of the table per token id: [batch, tokens] to [batch, tokens, width]. */
export function embeddingGraph(table: readonly (readonly number[])[]): Uint8Array {
  const width = table[0]?.length ?? 0;
  return model([
    node('Gather', ['table', 'input_ids'], 'last_hidden_state'),
    tensor('table', [table.length, width], table.flat()),
    value(11, 'input_ids', INT64, 2),
    value(12, 'last_hidden_state', FLOAT, 3),
  ]);
}

/** `logits` is the sum of a table's rows over the tokens: [batch, tokens] to [batch, labels]. */
export function logitsGraph(table: readonly (readonly number[])[]): Uint8Array {
  const labels = table[0]?.length ?? 0;
  const overTokens = message(5, text(1, 'axes'), int(8, 1), int(20, 7));
  const dropAxis = message(5, text(1, 'keepdims'), int(3, 0), int(20, 2));
  return model([
    node('Gather', ['table', 'input_ids'], 'rows'),
    node('ReduceMean', ['rows'], 'logits', overTokens, dropAxis),
    tensor('table', [table.length, labels], table.flat()),
    value(11, 'input_ids', INT64, 2),
    value(12, 'logits', FLOAT, 2),
  ]);
}

/** `tokenizer.json` of words split at spaces, with BERT's frame: [CLS] a [SEP], [CLS] a [SEP] b [SEP]. */
export function tinyTokenizer(words: readonly string[]): object {
  const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...words];
  const special = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } });
  const sequence = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: vocabulary.slice(0, 4).map((content, id) => ({ id, content, special: true, normalized: false })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]', 0), sequence('A', 0), special('[SEP]', 0)],
      pair: [special('[CLS]', 0), sequence('A', 0), special('[SEP]', 0), sequence('B', 1), special('[SEP]', 1)],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [vocabulary.indexOf(id)], tokens: [id] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  };
}

/** A transformer of three words, whole: to see that one can be opened. @returns the folder */
export function writeTinyTransformer(folder: string): string {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  const write = (file: string, value: object) => writeFileSync(join(folder, file), JSON.stringify(value));
  write('config.json', { architectures: ['BertModel'], model_type: 'bert', max_position_embeddings: 64 });
  write('tokenizer.json', tinyTokenizer(['a', 'b', 'lease']));
  write('tokenizer_config.json', { tokenizer_class: 'BertTokenizer', model_max_length: 32 });
  const rows = [
    [0, 0],
    [0, 1],
    [1, 0],
    [0, 1],
    [3, 0],
    [0, 5],
    [2, 1],
  ];
  writeFileSync(join(folder, 'onnx', 'model.onnx'), embeddingGraph(rows));
  return folder;
}
