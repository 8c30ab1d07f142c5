import type { PreTrainedModel, Tensor } from '@huggingface/transformers';
import type { Encoded } from './token-layout.ts';

type Transformers = typeof import('@huggingface/transformers');

/** Runs one text, or pair, through a model: what shares a batch changes the numbers of int8 graphs. */
export async function runModel(
  { Tensor: TensorClass }: Pick<Transformers, 'Tensor'>,
  model: PreTrainedModel,
  { ids, types }: Encoded,
): Promise<Record<string, Tensor>> {
  const tensor = (values: readonly number[]) =>
    new TensorClass('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
  const offered: Record<string, Tensor> = {
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1)),
    token_type_ids: tensor(types),
  };
  const { inputNames } = (model.sessions as { model: { inputNames: readonly string[] } }).model;
  return model(Object.fromEntries(Object.entries(offered).filter(([name]) => inputNames.includes(name))));
}
