import { describe, expect, it } from 'vitest';
import { sampleScore } from '../../../test/sample-score.ts';
import { displayWidth } from './display-width.ts';
import { scoreTable } from './score-table.ts';

const STYLE = { width: 80, color: false, unicode: true };

describe('a table of scores', () => {
  it('has a row per measure and what the means rest on', () => {
    expect(scoreTable(sampleScore(), STYLE).split('\n')).toEqual([
      '1,300 topics                bm25',
      '────────────────────────────────',
      'nDCG@10                   0.6769',
      'NumRel                     1,339',
      'topics judged              1,300',
      'topics answered            1,299',
      'topics without relevant        0',
      'run topics not judged          2',
      'documents retrieved      129,900',
      'in no judgment             1,200',
      'tied scores                   17',
      'Judged@10                 0.2500',
      '',
    ]);
  });

  it('puts runs that do not fit into further tables, and leaves none out', () => {
    const names = Array.from({ length: 9 }, (_, i) => `a-run-with-a-long-name-${i}`);
    const text = scoreTable(sampleScore(...names.map((name) => ({ name }))), STYLE);
    for (const name of names) expect(text).toContain(name);
    expect(text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
    expect(text.match(/topics judged/g)).toHaveLength(5);
  });

  it('begins with the topics, where there are any, aligned by width', () => {
    const topics = [
      { topicId: 't1', measures: { 'nDCG@10': 0.5, NumRel: 12 } },
      { topicId: '再試行', measures: { 'nDCG@10': 1, NumRel: 3 } },
    ];
    expect(scoreTable(sampleScore({ topics }), STYLE).split('\n').slice(0, 6)).toEqual([
      'bm25',
      'topic   nDCG@10  NumRel',
      '───────────────────────',
      't1       0.5000      12',
      '再試行   1.0000       3',
      '',
    ]);
  });

  it('lets no name move the cursor, and uses ASCII where there is no more', () => {
    const name = 'a\u001b[2Jb';
    const ascii = scoreTable(sampleScore({ name, topics: [{ topicId: name, measures: {} }] }), {
      ...STYLE,
      unicode: false,
    });
    expect(ascii).not.toMatch(/[^\n\u0020-\u007e]/);
    expect(ascii).toContain('a\\x1b[2Jb');
  });
});
