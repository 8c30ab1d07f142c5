import { GrkError } from '../../contracts/errors.ts';

/** The error for a model file that cannot be used: names the file and what is wrong with it. */
export function modelFault(file: string, fault: string, cause?: unknown): GrkError {
  return new GrkError('GRK_MODEL_INVALID', `${file}: ${fault}`, {
    remedy:
      'A static embedder is a model2vec folder with model.safetensors, tokenizer.json and config.json; ' +
      'copy it again from where it came from, or choose another embedder.',
    ...(cause === undefined ? {} : { cause }),
  });
}
