import { describe, expect, it } from 'vitest';
import type { Direction, MeasureDelta } from '../../contracts/delta.ts';
import { changeText, ratioText } from '../../contracts/rounding.ts';
import { compareMeasure } from './compare.ts';
import { stageDirection } from './direction.ts';
import { latencyText, qualityVerdict } from './verdict.ts';

const COMPARED = { candidate: 'fusion', baseline: 'bm25', scope: undefined };

/** A measure that moves by `delta` over topics with these outcomes. */
function moved(delta: number, wins: number, ties: number, losses: number): MeasureDelta {
  const direction = delta > 0 ? 'up' : delta < 0 ? 'down' : 'none';
  return { baseline: 0.5, candidate: 0.5 + delta, delta, direction, topics: { wins, ties, losses } };
}

function sentence(measures: Record<string, MeasureDelta>, failed = { candidate: 0, baseline: 0 }): string {
  const names = Object.keys(measures);
  const quality = stageDirection(names, measures);
  const direction: Direction = quality.direction;
  const primary = names[0] ?? '';
  return qualityVerdict(COMPARED, { direction, primary, measures, quality, abstentionLost: undefined, failed });
}

describe('the sentence', () => {
  it('of a regression names what it is compared with, the size and the topics (groundkit D5)', () => {
    expect(sentence({ 'nDCG@10': moved(-0.0389, 61, 120, 119), 'RR@10': moved(-0.01, 0, 0, 0) })).toBe(
      'fusion: REGRESSION against bm25 — nDCG@10 −0.0389 (61 wins, 120 ties, 119 losses over 300 topics)',
    );
  });

  it('of an improvement', () => {
    expect(sentence({ 'nDCG@10': moved(0.02, 1, 0, 0) })).toBe(
      'fusion: IMPROVEMENT against bm25 — nDCG@10 +0.0200 (1 win, 0 ties, 0 losses over 1 topic)',
    );
  });

  it('of no change', () => {
    expect(sentence({ 'nDCG@10': moved(0, 1, 1, 1) })).toBe(
      'fusion: NO CHANGE against bm25 — nDCG@10 ±0.0000 (1 win, 1 tie, 1 loss over 3 topics)',
    );
  });

  it('of a mixed stage says what became of the primary measure, what rose and what fell', () => {
    const measures = {
      'nDCG@10': moved(-0.0389, 1, 0, 2),
      'R@10': moved(0.0123, 0, 0, 0),
      'RR@10': moved(-0.05, 0, 0, 0),
    };
    expect(sentence(measures)).toBe(
      'fusion: MIXED against bm25 — nDCG@10 −0.0389, REGRESSION (1 win, 0 ties, 2 losses over 3 topics); ' +
        'rose: R@10 +0.0123; fell: nDCG@10 −0.0389, RR@10 −0.0500',
    );
  });

  it('names the secondary measure that alone made a direction', () => {
    expect(sentence({ 'nDCG@10': moved(0, 0, 3, 0), 'R@10': moved(0.5, 0, 0, 0) })).toBe(
      'fusion: IMPROVEMENT against bm25 — nDCG@10 ±0.0000, NO CHANGE (0 wins, 3 ties, 0 losses over 3 topics); rose: R@10 +0.5000',
    );
  });

  it('counts the topics that failed (opik PR#8197)', () => {
    expect(sentence({ RR: moved(-0.5, 0, 0, 2) }, { candidate: 2, baseline: 1 })).toBe(
      'fusion: REGRESSION against bm25 — RR −0.5000 (0 wins, 0 ties, 2 losses over 2 topics; 2 failed in fusion; 1 failed in bm25)',
    );
  });
});

it.each([
  [0, '±0.0000'],
  [0.00005, '+0.0001'],
  [-0.00004, '−4.0e−5'],
  [1e-17, '+1.0e−17'],
  [-1, '−1.0000'],
])('the difference %d is shown as %s', (delta, text) => {
  expect(changeText(delta)).toBe(text);
});

it('never shows a difference as zero that the comparison saw', () => {
  expect(changeText(compareMeasure([0.3], [0.3 + 2 ** -54]).delta)).toBe('+5.6e−17');
});

it.each([
  [1, '×1.00'],
  [1.0004, '×1.00040'],
  [0.99961, '×0.999610'],
  [0.0123456, '×0.0123'],
  [999.4, '×999'],
  [1234.5, '×1235'],
])('the ratio %d is shown as %s', (ratio, text) => {
  expect(ratioText(ratio)).toBe(text);
});

it('a latency without interval and guard is the ratio alone', () => {
  expect(latencyText({ ratio: 2, interval: null, margin: null, repeats: 2 })).toBe('×2.00 per topic');
});
