import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ranking, storedReport } from '../../test/stored-report.ts';
import { parseWith } from './parse.ts';
import { parseReport } from './parse-report.ts';
import { ReportSchema } from './report.ts';

const CONTEXT = { what: 'r.json', code: 'GRK_REPORT_INVALID', remedy: '' } as const;

function text(): string {
  const report = storedReport({ a: [1, 0], b: [0, 1] });
  for (const stage of report.stages) for (const topic of stage.topics) topic.ranking = ranking('x', 'y');
  return JSON.stringify(report);
}

/** What a way of checking gives, or says. */
function outcome(check: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return check(value);
  } catch (error) {
    return String(error);
  }
}

const both = (value: unknown) =>
  [(each: unknown) => parseReport(each, CONTEXT), (each: unknown) => parseWith(ReportSchema, each, CONTEXT)].map(
    (check) => outcome(check, structuredClone(value)),
  );

it('gives what the schema gives', () => {
  const [fast, plain] = both(JSON.parse(text()));
  expect(typeof fast).toBe('object');
  expect(fast).toEqual(plain);
});

it('leaves its input as it was, whether it is right or not', () => {
  for (const change of ['', 'x']) {
    const value = { ...JSON.parse(text()), ...(change === '' ? {} : { topics: change }) };
    const before = JSON.stringify(value);
    outcome((each) => parseReport(each, CONTEXT), value);
    expect(JSON.stringify(value)).toBe(before);
  }
});

it('finds the faults that the schema finds, wherever a value is wrong', () => {
  const paths: (string | number)[][] = [
    [],
    ['stages'],
    ['stages', 0],
    ['stages', 1, 'topics'],
    ['stages', 1, 'topics', 0],
    ['stages', 0, 'topics', 1, 'ranking'],
    ['stages', 0, 'topics', 1, 'ranking', 1],
    ...['id', 'doc', 'start', 'end', 'score', 'more'].map((key) => ['stages', 0, 'topics', 1, 'ranking', 1, key]),
    ['topics', 0, 'query'],
    ['runConfig', 'topK'],
  ];
  const wrong = fc.constantFrom<unknown>(undefined, null, -1, 1.5, 1e300, 'x', [], {}, [null], true);
  fc.assert(
    fc.property(fc.constantFrom(...paths), wrong, (path, value) => {
      const [fast, plain] = both(withValue(JSON.parse(text()), path, value));
      expect(fast).toEqual(plain);
    }),
    { numRuns: 300 },
  );
});

function withValue(root: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  const holder = root as Record<string | number, unknown>;
  holder[key] = withValue(holder[key], rest, value);
  return root;
}
