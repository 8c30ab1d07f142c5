import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnalyzerName, AnalyzerNameSchema, type LexicalEngineName } from '../../contracts/pipeline.ts';
import { ANALYZER_ALGORITHMS, analyzer } from './analyzer/analyzers.ts';
import { LEXICAL_ALGORITHMS, LEXICAL_ENGINES } from './engines.ts';

interface FrozenRanking {
  engine: LexicalEngineName;
  analyzer: AnalyzerName;
  k1: number;
  b: number;
  query: string;
  passages: number[];
  scores: number[];
}
interface Frozen {
  algorithms: Record<string, string>;
  passages: string[];
  terms: Record<AnalyzerName, string[][]>;
  /** Further texts that no index holds, for rules that the passages do not touch. */
  furtherTexts: string[];
  furtherTerms: Record<AnalyzerName, string[][]>;
  /** By engine and analyzer. */
  serialisedSha256: Record<string, string>;
  rankings: FrozenRanking[];
}

const frozen = JSON.parse(readFileSync(new URL('./frozen-output.json', import.meta.url), 'utf8')) as Frozen;

/** What these version ids stand for. Whoever changes an output changes its id, and then this file. */
describe('frozen output', () => {
  it('was made by the versions that stand in the code', () => {
    expect(frozen.algorithms).toEqual({ ...ANALYZER_ALGORITHMS, ...LEXICAL_ALGORITHMS });
  });

  it.each(AnalyzerNameSchema.options)('has the terms of %s', (name) => {
    expect(frozen.passages.map(analyzer(name).terms)).toEqual(frozen.terms[name]);
    expect(frozen.furtherTexts.map(analyzer(name).terms)).toEqual(frozen.furtherTerms[name]);
  });

  it.each(Object.entries(frozen.serialisedSha256))('has the bytes of %s', (key, sha256) => {
    const [engine, name] = key.split(' ') as [LexicalEngineName, AnalyzerName];
    const bytes = LEXICAL_ENGINES[engine]().build(frozen.passages, name).serialise();
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  });

  it('covers both engines and all analyzers', () => {
    const covered = new Set(frozen.rankings.map((ranking) => `${ranking.engine} ${ranking.analyzer}`));
    expect([...covered].sort()).toEqual(Object.keys(frozen.serialisedSha256).sort());
    expect(covered.size).toBe(Object.keys(LEXICAL_ENGINES).length * AnalyzerNameSchema.options.length);
  });

  it.each(frozen.rankings)(
    'has the ranking and the exact scores of $engine, $analyzer, $k1, $b for $query',
    (ranking) => {
      const index = LEXICAL_ENGINES[ranking.engine]().build(frozen.passages, ranking.analyzer);
      const { passages, scores } = index.searcher(ranking).search(ranking.query, 5);
      expect([[...passages], [...scores]]).toEqual([ranking.passages, ranking.scores]);
    },
  );
});
