import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HOSTILE } from '../../../test/sample-report.ts';
import { displayWidth } from './display-width.ts';
import { type SearchView, searchHits } from './search-hits.ts';

const plain = (width: number) => ({ width, color: false, unicode: true });
const ascii = (width: number) => ({ width, color: false, unicode: false });

const HYBRID: SearchView = {
  mode: 'hybrid',
  stage: 'fusion',
  collection: 'default',
  window: 100,
  hits: [
    {
      rank: 1,
      doc: 'guides/retry-budget.md',
      startLine: 12,
      endLine: 34,
      score: 1 / 61 + 1 / 62,
      text:
        'The retry budget is enforced by the scheduler before a job is handed to a worker.\n\n' +
        '  A job that has used its budget is parked\tand reported as `E4012`; raise `retry.budget` to give it more, ' +
        'or requeue it by hand. See also the limits page.',
      headingPath: ['Operations', 'Retries', 'The retry budget'],
      legs: [
        { leg: 'bm25', rank: 1, score: 14.2311, share: 1 / 61 },
        { leg: 'dense', rank: 12, score: 0.61234, share: 1 / 62 },
      ],
    },
    {
      rank: 10,
      doc: 'reference/errors.md',
      startLine: 401,
      endLine: 420,
      score: 1 / 62,
      text: '| E4012 | retry budget used up |',
      legs: [
        { leg: 'bm25', rank: 2, score: 9.1, share: 1 / 62 },
        { leg: 'dense', rank: null, score: null, share: null },
      ],
    },
  ],
};

function one(changes: Partial<SearchView['hits'][number]>): SearchView {
  const hit = { rank: 1, doc: 'a.md', startLine: 1, endLine: 1, score: 1, text: 'text', ...changes };
  return { ...HYBRID, hits: [hit] };
}

describe('search hits', () => {
  it('at 80 columns, explained', () => {
    expect(searchHits(HYBRID, plain(80))).toBe(
      [
        'hybrid search · stage fusion · collection default · 2 hits',
        '',
        ' 1  0.03252  guides/retry-budget.md:12-34',
        '    Operations > Retries > The retry budget',
        '    The retry budget is enforced by the scheduler before a job is handed to a',
        '    worker. A job that has used its budget is parked and reported as `E4012`;…',
        '    bm25   rank 1   score 14.23   adds 0.01639 (50 %)',
        '    dense  rank 12  score 0.6123  adds 0.01613 (50 %)',
        '',
        '10  0.01613  reference/errors.md:401-420',
        '    | E4012 | retry budget used up |',
        '    bm25   rank 2  score 9.100  adds 0.01613 (100 %)',
        '    dense  not in the top 100 of dense',
        '',
      ].join('\n'),
    );
  });

  it('reranked: where each hit came from, and how far', () => {
    const rerank = { reranker: 'combined(cross-tiny)', input: 'fusion', candidates: 50, truncated: 3 };
    const parts = [
      { score: 2.5, inputRank: 7, inputScore: 0.03, moved: 6 },
      { score: 1.25, inputRank: 2, inputScore: 0.04, moved: 0 },
      { score: -1, inputRank: 1, inputScore: 0.05, moved: -2 },
      { score: null, inputRank: 51, inputScore: 0.01, moved: 0 },
    ];
    const hits = parts.map((part, i) => {
      const place = { doc: 'a.md', startLine: 1, endLine: 1, text: 'text' };
      return { ...place, rank: i + 1, score: part.score ?? part.inputScore, rerank: part };
    });
    const text = searchHits({ ...HYBRID, stage: 'rerank', rerank, hits }, plain(120));
    expect(text.split('\n')[0]).toContain('top 50 of fusion by combined(cross-tiny), 3 of them shortened to fit');
    expect(text.split('\n').filter((line) => line.includes(' of fusion, '))).toEqual([
      '   rank 7 of fusion, score 0.03000: rose 6',
      '   rank 2 of fusion, score 0.04000: stayed',
      '   rank 1 of fusion, score 0.05000: fell 2',
      '   rank 51 of fusion, score 0.01000: behind the candidates',
    ]);
    const unknown = searchHits({ ...HYBRID, rerank: { ...rerank, truncated: null }, hits }, plain(120));
    expect(unknown).not.toContain('shortened');
  });

  it('at 60 columns in ASCII', () => {
    expect(searchHits(HYBRID, ascii(60)).split('\n').slice(0, 6)).toEqual([
      'hybrid search | stage fusion | collection default | 2 hits',
      '',
      ' 1  0.03252  guides/retry-budget.md:12-34',
      '    Operations > Retries > The retry budget',
      '    The retry budget is enforced by the scheduler before a',
      '    job is handed to a worker. A job that has used its...',
    ]);
  });

  it('say that there are none', () => {
    expect(searchHits({ ...HYBRID, mode: 'bm25', stage: 'bm25', hits: [] }, plain(80))).toBe(
      'bm25 search · stage bm25 · collection default · no hits\n',
    );
  });

  it('are not explained where nothing was asked', () => {
    expect(searchHits(one({}), plain(80)).trimEnd().split('\n').slice(2)).toEqual(['1  1.000  a.md:1-1', '   text']);
  });

  it('of a leg that is not fused have no contribution', () => {
    const legs = [{ leg: 'bm25', rank: 1, score: 2, share: null }];
    expect(searchHits(one({ legs }), plain(80))).toContain('   bm25  rank 1  score 2.000\n');
  });

  it('reranked are shares of the score that was reranked', () => {
    const legs = [{ leg: 'dense', rank: 1, score: 0.9, share: 0.01 }];
    const rerank = { score: 8, inputRank: 1, inputScore: 0.04, moved: 0 };
    expect(searchHits(one({ score: 8, legs, rerank }), plain(80))).toContain('adds 0.01000 (25 %)\n');
  });

  it('with a score of 0 have no percentages', () => {
    const legs = [{ leg: 'dense', rank: 1, score: 0, share: 0 }];
    expect(searchHits(one({ score: 0, legs }), plain(80))).toContain('   dense  rank 1  score 0  adds 0\n');
  });

  it('say the same in colour', () => {
    const colored = searchHits(HYBRID, { width: 80, color: true, unicode: true });
    expect(colored).toContain('\u001b[1mguides/retry-budget.md:12-34\u001b[22m');
    expect(stripVTControlCharacters(colored)).toBe(searchHits(HYBRID, plain(80)));
  });
});

describe('document content', () => {
  it('cannot colour, clear, link or reorder the terminal', () => {
    const text = '\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u202etxt\u009b2J\r\n  end';
    expect(searchHits(one({ text }), plain(80)).split('\n')[3]).toBe(
      '   \\x1b[31mred\\x1b[0m \\x1b]0;title\\x07 \\u202etxt\\x9b2J end',
    );
  });

  it.each(HOSTILE)('of the kind %j is inert in every field', (text) => {
    const legs = [{ leg: text, rank: 1, score: 1, share: 1 }];
    const view = { ...one({ doc: text, text, headingPath: [text, text], legs }), stage: text, collection: text };
    const shown = searchHits(view, plain(80));
    expect(shown).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
  });

  it('is two lines at most, however long', () => {
    const lines = searchHits(one({ text: '再試行の予算'.repeat(10_000) }), plain(80))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(5);
    expect(lines.slice(3).map(displayWidth)).toEqual([79, 80]);
    expect(lines[4]?.endsWith('…')).toBe(true);
  });

  it('of nothing but blanks shows no line', () => {
    expect(
      searchHits(one({ text: ' \n\t ' }), plain(80))
        .trimEnd()
        .split('\n'),
    ).toHaveLength(3);
  });

  it('never breaks the place of a hit', () => {
    const doc = `${'folder name/'.repeat(30)}a.md`;
    expect(searchHits(one({ doc }), plain(60))).toContain(`1  1.000  ${doc}:1-1\n`);
  });
});

it('places a hit of a source with pages on its pages', () => {
  const placed = (startPage: number, endPage: number) =>
    searchHits(one({ doc: 'file.pdf', startPage, endPage }), plain(80));
  expect(placed(3, 3)).toContain('file.pdf p. 3\n');
  expect(placed(3, 4)).toContain('file.pdf p. 3-4\n');
});
