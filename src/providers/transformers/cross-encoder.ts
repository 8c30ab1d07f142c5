import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { GrkError, throwIfAborted } from '../../contracts/errors.ts';
import { MODEL_OPTIONS } from '../../contracts/model-id.ts';
import { parseWith } from '../../contracts/parse.ts';
import type { Reranker } from '../../contracts/ports.ts';
import { type ModelFolder, modelFolderFault, requireReadable } from './model-folder.ts';
import { ONNX_OPTIONS, openModel } from './open-model.ts';
import { runModel } from './run-model.ts';

/** Version id of what turns a pair of texts into a score: the raw logit, one pair at a time. */
export const CROSS_ENCODER_ALGORITHM = 'cross-encoder/1';
/** Longest pair where nothing else is said: what rerankers of this size are trained with or below. */
const DEFAULT_MAX_TOKENS = 256;

const OptionsSchema = z.strictObject({
  ...ONNX_OPTIONS,
  maxTokens: z.coerce
    .number()
    .int()
    .min(16)
    .default(DEFAULT_MAX_TOKENS)
    .describe('Longest pair, special tokens included.'),
});

/**
 * A cross-encoder in ONNX through transformers.js: topic and passage as one pair, scored by the raw logit. Where a pair
 * is too long its passage is shortened; the topic is, and only then, where it alone takes more than half.
 * @throws GrkError GRK_CONFIG_INVALID, GRK_MODEL_INVALID, GRK_DEPENDENCY_MISSING
 */
export async function openCrossEncoder(
  id: string,
  path: string,
  written: Readonly<Record<string, string>>,
): Promise<Reranker> {
  const options = parseWith(OptionsSchema, written, {
    what: `reranker "${id}"`,
    code: 'GRK_CONFIG_INVALID',
    remedy: MODEL_OPTIONS,
  });
  const { maxTokens } = options;
  const opened = await openModel(id, path, options, 'AutoModelForSequenceClassification', (files) => {
    checkHead(files);
    requireReadable(files, maxTokens);
  });
  const { name, folder, layout, model, transformers } = opened;
  const limits = { maxTokens, maxFirst: Math.floor(maxTokens / 2) };
  const logitOf = async (query: string, passage: string) => {
    const encoded = layout.two(query, passage, limits);
    const { logits } = await runModel(transformers, model, encoded);
    if (logits === undefined || logits.data.length !== 1) {
      const shape = logits === undefined ? 'none' : `[${logits.dims.join(', ')}]`;
      throw modelFolderFault(folder, `the graph gives logits of the shape ${shape} for one pair, expected one number`);
    }
    return { logit: Number(logits.data[0]), isCut: encoded.isCut };
  };
  // A graph that does not look at the second text is no cross-encoder.
  const [with1, without] = [await logitOf('a walrus', 'a walrus sleeps'), await logitOf('a walrus', '')];
  if (with1.logit === without.logit) throw modelFolderFault(folder, 'its score does not depend on the passage');
  return {
    identity: {
      provider: 'cross-encoder',
      model: name,
      algorithm: CROSS_ENCODER_ALGORITHM,
      weightsSha256: opened.weightsSha256,
      settings: { dtype: opened.dtype, maxTokens, activation: 'none' },
      determinism: 'machine',
    },
    isStructural: false,
    score: async ({ query }, passages, signal) => {
      const scores = new Float64Array(passages.length);
      const truncated = new Uint8Array(passages.length);
      for (const [number, { id: passage, text }] of passages.entries()) {
        await setImmediate();
        throwIfAborted(signal);
        const { logit, isCut } = await logitOf(query, text);
        if (!Number.isFinite(logit)) throw notFinite(name, logit, passage);
        scores[number] = logit;
        truncated[number] = Number(isCut);
      }
      throwIfAborted(signal);
      return { scores, truncated };
    },
  };
}

/** A head with one output, made for this: any other would be read wrongly, or hold random weights. */
function checkHead({ folder, config }: ModelFolder): void {
  const architectures = Array.isArray(config.architectures) ? config.architectures.map(String) : [];
  if (!architectures.some((architecture) => architecture.endsWith('ForSequenceClassification'))) {
    throw modelFolderFault(
      folder,
      `it is no cross-encoder: its architecture is ${architectures.join(', ') || 'not named'}, which has no trained head for pairs`,
    );
  }
  const labels =
    typeof config.id2label === 'object' && config.id2label !== null ? Object.keys(config.id2label).length : 1;
  if (labels !== 1)
    throw modelFolderFault(folder, `its head has ${labels} labels; which of them is the score is not known`);
}

function notFinite(model: string, logit: number, passage: string): GrkError {
  return new GrkError('GRK_RERANKER_OUTPUT', `the reranker ${model} gave ${logit} for passage ${passage}`, {
    remedy: 'The weights are damaged, or the model does not run in this number format: try another dtype.',
  });
}
