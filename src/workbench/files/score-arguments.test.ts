import { expect, it } from 'vitest';
import { readScoreArguments } from './score-arguments.ts';

it.each(['SpanR@10', 'SpanR(chars=2000)', 'SpanRR'])(
  'refuses %s for run files, which do not say where passages stand',
  (name) => {
    expect(() => readScoreArguments('.', 'qrels', ['-', `nDCG@10,${name}`])).toThrow(
      expect.objectContaining({
        code: 'GRK_UNSUPPORTED',
        message: `${name} reads where passages stand in their documents, and grades alone do not say that`,
      }),
    );
  },
);
