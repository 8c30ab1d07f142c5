import type { EvalRequest } from '../workbench/eval/prepare.ts';
import { countOf, isOn, listOf, textOf } from './arguments.ts';
import { gatingOf } from './gating.ts';
import type { Arguments } from './program.ts';

/** `--top-k` is a setting of the configuration. */
export function withTopK(args: Arguments): Arguments {
  const topK = args['top-k'] === undefined ? [] : [`topK=${countOf(args, 'top-k', 1)}`];
  return { ...args, set: [...listOf(args, 'set'), ...topK] };
}

/** What `grk eval` and `grk eval plan` are asked for. */
export function evalRequestOf(args: Arguments): EvalRequest {
  return {
    suite: textOf(args, 'suite'),
    split: textOf(args, 'split'),
    topics: textOf(args, 'topics'),
    categories: listOf(args, 'category'),
    measures: listOf(args, 'measures'),
    dense: isOn(args, 'dense', true),
    isEmbedderNamed: args.embedder !== undefined,
    isRerankerNamed: args.reranker !== undefined,
    repeats: args.repeats === undefined ? undefined : countOf(args, 'repeats', 1),
    out: textOf(args, 'out'),
    texts: isOn(args, 'text', true),
    gating: gatingOf(args),
  };
}
