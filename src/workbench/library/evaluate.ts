import { resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { type EvaluateOptions, EvaluateOptionsSchema, type InlineSearch } from '../../contracts/evaluate.ts';
import { parseWith } from '../../contracts/parse.ts';
import type { SearchFunction } from '../../contracts/ports.ts';
import type { Report } from '../../contracts/report.ts';
import type { SuiteInput } from '../../contracts/suite.ts';
import { DEFAULT_VARIANT } from '../../evals/run/default-suite.ts';
import { measure } from '../eval/run.ts';
import { reportDestination, writeReport } from '../files/report-file.ts';
import { createSession } from '../session/session.ts';

type Searches = NonNullable<EvaluateOptions['search']>;

/**
 * Measures stages on a golden set, as `grk eval` does: the suite’s, those of the searches given beside bm25, or the default
 * ones. It prints nothing, reads no environment variable and writes no report but `out`; indexes are kept in the project’s
 * `.grk`. Gates of a suite are recorded and not held against anything: that is `gate`.
 * @throws GrkError of every kind
 */
export async function evaluate(options: EvaluateOptions = {}): Promise<Report> {
  const { config, cwd = process.cwd(), golden, embedder, reranker, topK, ...asked } = checked(options);
  const session = createSession({
    cwd: resolve(cwd),
    signal: asked.signal,
    config: { ...config, ...given({ golden, embedder, reranker, topK }) },
  });
  const out = asked.out === undefined ? undefined : reportDestination(resolve(session.cwd, asked.out));
  const { report } = await measure(
    session,
    {
      ...given({ split: asked.split, topics: asked.topics, repeats: asked.repeats }),
      suite: asked.suite ?? suiteOf(asked.search),
      searches: functionsOf(asked.search ?? {}, asked.suite !== undefined),
      categories: asked.categories ?? [],
      measures: asked.measures ?? [],
      texts: asked.texts ?? true,
      isEmbedderNamed: embedder !== undefined,
      isRerankerNamed: reranker !== undefined,
      gating: { isGated: false },
    },
    (measured) => {
      if (out !== undefined) writeReport(measured, out);
    },
  );
  return report;
}

function checked(options: EvaluateOptions): EvaluateOptions {
  return parseWith(EvaluateOptionsSchema, options, {
    what: 'evaluate',
    code: 'GRK_USAGE',
    remedy: 'Its options are in docs/guides/09-library.md.',
  });
}

/** Without what was left out. */
function given<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** bm25 as the baseline, then each search in the order given. */
function suiteOf(searches: Searches | undefined): SuiteInput | undefined {
  if (searches === undefined || Object.keys(searches).length === 0) return undefined;
  const stages = Object.entries(searches).map(([name, each]) => {
    const { timeoutMs, version, canAbstain } = typeof each === 'function' ? ({} as Partial<InlineSearch>) : each;
    const source = { function: name, ...given({ timeoutMs }) };
    return { kind: 'external' as const, name, source, ...given({ version, canAbstain }) };
  });
  return { variants: [{ name: DEFAULT_VARIANT, stages: [{ kind: 'bm25' }, ...stages] }] };
}

/** @throws GrkError GRK_USAGE for what a stage of the suite has to say itself */
function functionsOf(searches: Searches, hasSuite: boolean): Map<string, SearchFunction> {
  return new Map(
    Object.entries(searches).map(([name, each]) => {
      if (typeof each === 'function') return [name, each];
      const { search, ...settings } = each;
      const [idle] = Object.keys(given(settings));
      if (!hasSuite || idle === undefined) return [name, search];
      throw new GrkError('GRK_USAGE', `${idle} of the search "${name}" would be without effect beside a suite`, {
        remedy: 'Write it into the stage of the suite (timeoutMs: into its source), and give the function alone.',
      });
    }),
  );
}
