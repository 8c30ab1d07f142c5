import type { PreTrainedModel, PreTrainedTokenizer } from '@huggingface/transformers';
import { z } from 'zod';
import { DTYPES, type Dtype, type ModelFolder, modelFolderFault, readModelFolder } from './model-folder.ts';
import { loadTransformers } from './package.ts';
import { type TokenLayout, tokenLayout } from './token-layout.ts';

/** Options of every ONNX model. */
export const ONNX_OPTIONS = {
  dtype: z.enum(DTYPES).optional().describe('Number format of the weights; needed where several are there.'),
  threads: z.coerce.number().int().min(1).max(256).default(1).describe('Threads of one run.'),
};

export interface OpenModel extends ModelFolder {
  readonly model: PreTrainedModel;
  readonly layout: TokenLayout;
  readonly transformers: typeof import('@huggingface/transformers');
}

/**
 * Opens a model folder with its tokenizer, on the CPU.
 * @param check throws where the files cannot be what is wanted, before anything is loaded
 * @throws GrkError GRK_MODEL_INVALID, GRK_DEPENDENCY_MISSING
 */
export async function openModel(
  id: string,
  path: string,
  { dtype, threads }: { readonly dtype?: Dtype | undefined; readonly threads: number },
  head: 'AutoModel' | 'AutoModelForSequenceClassification',
  check: (files: ModelFolder) => void = () => {},
): Promise<OpenModel> {
  const files = await readModelFolder(path, dtype);
  check(files);
  const transformers = await loadTransformers(id);
  const options = { local_files_only: true, dtype: files.dtype, device: 'cpu' } as const;
  let tokenizer: PreTrainedTokenizer;
  let model: PreTrainedModel;
  try {
    tokenizer = await transformers.AutoTokenizer.from_pretrained(files.folder, { local_files_only: true });
    model = await transformers[head].from_pretrained(files.folder, {
      ...options,
      session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw modelFolderFault(files.folder, `the model cannot be opened: ${reason}`, cause);
  }
  const layout = tokenLayout(tokenizer);
  if (layout === undefined) {
    throw modelFolderFault(
      files.folder,
      'its tokenizer mixes special tokens into texts in a way that is not known here',
    );
  }
  return { ...files, model, layout, transformers };
}
