import { describe, expect, it } from 'vitest';
import { sealed, storedReport, storedTopic } from '../../../test/stored-report.ts';
import type { EmbedderIdentity } from '../../contracts/embedder.ts';
import type { Report } from '../../contracts/report.ts';
import { differencesOf } from './comparability.ts';

const EMBEDDER: EmbedderIdentity = {
  provider: 'static',
  model: 'a',
  algorithm: 'static/1',
  weightsSha256: 'f'.repeat(64),
  dimensions: 256,
  dtype: 'int8',
  pooling: 'mean',
  normalised: true,
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: null,
  determinism: 'bitwise',
};
const withEmbedder = (report: Report, changes: Partial<EmbedderIdentity>) => {
  for (const variant of report.runConfig.variants) variant.embedder = { ...EMBEDDER, ...changes };
};
const base = () =>
  storedReport({ bm25: [1], dense: [0] }, (report) => {
    withEmbedder(report, {});
    for (const index of report.indexes) index.vectorsSha256 = '4'.repeat(64);
  });

/** `effect what` of each difference after a change. */
function differing(change: (report: Report) => void): string[] {
  const changed = base();
  change(changed);
  return differencesOf(base(), sealed(changed)).map(({ effect, what }) => `${effect} ${what}`);
}

const variantOf = ({ runConfig }: Report) => {
  const [variant] = runConfig.variants;
  if (variant === undefined) throw new Error('no variant');
  return variant;
};

describe('what differs between two reports', () => {
  it('is nothing for equal ones, whatever was measured and when', () => {
    expect(
      differing((report) => {
        report.stages = [];
        report.timing.totalMs = 7;
        report.timing.startedAt = '2030-01-01T00:00:00.000Z';
      }),
    ).toEqual([]);
  });

  it.each<[string, string[], (report: Report) => void]>([
    ['other judgments', ['blocks judgments'], ({ runConfig }) => (runConfig.golden.judgmentsSha256 = '1'.repeat(64))],
    ['other topics', ['blocks topics'], (report) => report.topics.push(storedTopic('x'))],
    ['another corpus', ['explains corpus'], ({ runConfig }) => (runConfig.golden.corpusSha256 = '2'.repeat(64))],
    ['excludeSelf', ['explains excludeSelf'], ({ runConfig }) => (runConfig.selection.excludeSelf = true)],
    ['the depth', ['explains topK'], ({ runConfig }) => (runConfig.topK = 10)],
    [
      'a chunker',
      ['moves-ruler chunker'],
      (report) => (variantOf(report).chunker = { algorithm: 'y/1', settings: {} }),
    ],
    [
      'an analyzer',
      ['explains analyzer'],
      (report) => (variantOf(report).analyzer = { algorithm: 'y/1', settings: {} }),
    ],
    ['the engine', ['explains engine'], (report) => (variantOf(report).engine = { algorithm: 'bm25/2', settings: {} })],
    ['the reading of files', ['explains reading'], (report) => (variantOf(report).reading = 'reading/2')],
    ['the context', ['explains context'], (report) => (variantOf(report).context = 'heading-context/2')],
    [
      'an embedder',
      ['explains embedder'],
      (report) => withEmbedder(report, { weightsSha256: 'e'.repeat(64), dimensions: 128 }),
    ],
    ['no embedder', ['explains embedder'], (report) => (variantOf(report).embedder = null)],
    ['the name of an embedder', ['provenance embedder name'], (report) => withEmbedder(report, { model: 'b' })],
    ['a filter', ['explains filter'], (report) => (variantOf(report).filter = ['ext=md'])],
    [
      'a service, or what it has under one name',
      ['explains embedder'],
      (report) => withEmbedder(report, { service: { url: 'http://h/v1', model: 'm', answering: 'm-2' } }),
    ],
    ['a prefix', ['explains embedder.queryPrefix'], (report) => withEmbedder(report, { queryPrefix: 'query: ' })],
    [
      'vectors of one embedder',
      ['explains vectors'],
      (report) => {
        for (const index of report.indexes) index.vectorsSha256 = '3'.repeat(64);
      },
    ],
    [
      'a parameter',
      ['explains bm25.k1'],
      (report) => ((variantOf(report).stages[0] as { settings: object }).settings = { k1: 2 }),
    ],
    [
      'a measure’s version',
      ['moves-ruler measure nDCG@10'],
      ({ runConfig }) => ((runConfig.measures[0] as { algorithm: string }).algorithm = 'x/2'),
    ],
    [
      'a measure more',
      ['provenance measure P@5'],
      ({ runConfig }) => runConfig.measures.push({ name: 'P@5', algorithm: 'p/1' }),
    ],
    [
      'the rule of relevance',
      ['moves-ruler rule relevance'],
      ({ runConfig }) => (runConfig.rules.relevance = 'half-cover/2'),
    ],
    [
      'the rule of abstention',
      ['moves-ruler rule abstention'],
      ({ runConfig }) => (runConfig.rules.abstention = 'silence/2'),
    ],
    ['the tie order', ['explains rule tieOrder'], ({ runConfig }) => (runConfig.rules.tieOrder = 'tie-order/2')],
    ['the declared primary', ['provenance declared primary'], ({ declared }) => (declared.primary = 'RR@10')],
    ['node', ['provenance node'], ({ environment }) => (environment.node = 'v99')],
    ['a package', ['provenance package zod'], ({ environment }) => (environment.packages = { zod: '9' })],
    ['the name of the golden set', ['provenance golden set'], ({ golden }) => (golden.version = '2')],
  ])('names %s', (_, expected, change) => {
    expect(differing(change)).toEqual(expected);
  });

  it('puts what blocks first and provenance last, and shows both values', () => {
    const old = base();
    const other = base();
    other.environment.node = 'v99';
    other.runConfig.topK = 10;
    other.runConfig.golden.judgmentsSha256 = '1'.repeat(64);
    const found = differencesOf(old, other);
    expect(found.map(({ effect }) => effect)).toEqual(['blocks', 'explains', 'provenance']);
    expect(found[0]).toMatchObject({ baseline: '000000000000', candidate: '111111111111' });
    expect(found[1]).toMatchObject({ baseline: '100', candidate: '10' });
  });

  it('names a stage and a variant that only one of them has', () => {
    const both = base();
    const [variant] = both.runConfig.variants;
    if (variant === undefined) throw new Error('no variant');
    both.runConfig.variants.push({ ...variant, name: 'other' });
    const found = differencesOf(base(), both).map(({ what, baseline, candidate }) => [what, baseline, candidate]);
    expect(found).toEqual([['variant', null, 'other']]);
    const more = base();
    variantOf(more).stages.push({ name: 'rerank', kind: 'rerank', algorithm: 'rerank/1', settings: {} });
    expect(differencesOf(more, base()).map(({ what }) => what)).toEqual(['stage rerank']);
  });

  it('follows the variants that are compared, whatever they are called', () => {
    const two = base();
    two.runConfig.variants.push({ ...variantOf(two), name: 'other', chunker: { algorithm: 'y/1', settings: {} } });
    const within = (baseline: string, candidate: string) =>
      differencesOf(two, two, [{ baseline, candidate }]).map(({ what, baseline: was, candidate: is }) => [
        what,
        was,
        is,
      ]);
    expect(within('default', 'default')).toEqual([]);
    expect(within('default', 'other')).toEqual([
      ['chunker', 'x/1', 'y/1'],
      ['variant', 'default', 'other'],
    ]);
    const renamed = differencesOf(base(), two, [{ baseline: 'default', candidate: 'other' }]);
    expect(renamed.map(({ what, candidate }) => [what, candidate])).toEqual([
      ['chunker', 'y/1'],
      ['variant', 'other'],
      ['variant', 'default'],
    ]);
  });

  it('counts the topics for which another number of passages is relevant under another corpus', () => {
    const withRelevant = (passages: { id: string; grade: number }[]) => {
      const report = base();
      for (const index of report.indexes) index.relevant = [{ topicId: 't0', passages }];
      return report;
    };
    const old = withRelevant([{ id: 'a', grade: 3 }]);
    const meaningOf = (other: Report) => {
      other.runConfig.golden.corpusSha256 = '2'.repeat(64);
      return differencesOf(old, sealed(other)).find(({ what }) => what === 'corpus')?.meaning;
    };
    // Another id at the same grade is the same text elsewhere.
    expect(meaningOf(withRelevant([{ id: 'b', grade: 3 }]))).not.toContain('passages counts');
    const split = [
      { id: 'b', grade: 3 },
      { id: 'c', grade: 3 },
    ];
    expect(meaningOf(withRelevant(split))).toContain('for 1 topics another number of passages counts as relevant');
  });
});
