import { describe, expect, it } from 'vitest';
import { ranking, storedReport } from '../../../test/stored-report.ts';
import { PassageTable } from './passage-texts.ts';

const [hit] = ranking('d');
const report = (text: string) => storedReport({ bm25: [1] }, (made) => (made.texts = { 'd#': text }));

function tableOf(text: string, gold: { start: number; end: number; grade: number }[] = []): PassageTable {
  const table = new PassageTable();
  if (hit === undefined) throw new Error('no hit');
  const shown = { ...hit, end: text.length };
  table.passageOf(
    report(text),
    shown,
    gold.map((each) => ({ doc: 'd', ...each })),
  );
  return table;
}

describe('PassageTable', () => {
  it('keeps texts whole where they fit', () => {
    expect(tableOf('short').fitting(100)).toEqual({
      docs: ['d'],
      passages: [[0, 0, 5, 'short', 0]],
      limit: null,
      withoutText: 0,
    });
  });

  it('cuts around the first relevant quote, and says where the text begins', () => {
    const text = `${'a'.repeat(5000)}QUOTE${'b'.repeat(5000)}`;
    const { limit, passages } = tableOf(text, [
      { start: 3, end: 9, grade: 0 },
      { start: 5000, end: 5005, grade: 1 },
    ]).fitting(1300);
    expect(limit).toBe(1200);
    expect(passages).toEqual([[0, 0, 10_005, text.slice(4700, 5900), 4700]]);
  });

  it('counts bytes as the page writes them: brackets and characters beyond ASCII take more', () => {
    expect(tableOf('<'.repeat(1000)).fitting(3100).limit).toBe(500);
    expect(tableOf('é'.repeat(1000)).fitting(1900).limit).toBe(800);
  });

  it('cuts no character in two', () => {
    const { passages } = tableOf('😀'.repeat(500)).fitting(700);
    expect(passages[0]?.[3]).toMatch(/^(?:😀)+$/u);
  });

  it('leaves texts out where none fits, and counts those that the report lacks', () => {
    expect(tableOf('x'.repeat(500)).fitting(10)).toMatchObject({ limit: 0, passages: [[0, 0, 500, null, 0]] });
    const table = new PassageTable();
    for (const each of ranking('a', 'b', 'a')) table.passageOf(storedReport({ bm25: [1] }), each, []);
    expect(table.fitting(100)).toMatchObject({ docs: ['a', 'b'], limit: null, withoutText: 2 });
  });
});
