import { describe, expect, it } from 'vitest';
import { FAILED_GATE, sampleGate, sampleGates } from '../../../test/sample-gates.ts';
import { BM25, DENSE, FUSION, HOSTILE, sampleDelta, sampleReport } from '../../../test/sample-report.ts';
import type { StageDelta } from '../../contracts/delta.ts';
import { evalMarkdown } from './markdown.ts';
import { prose, table, verbatim } from './markdown-text.ts';

const report = sampleReport([BM25, DENSE, FUSION]);
const deltas = [sampleDelta(report, 'dense'), sampleDelta(report, 'fusion')];

/** Text outside tags, with entities and comments left as they are. */
const outsideCode = (text: string) => text.replace(/<code>.*?<\/code>/g, '');

describe('a run as Markdown', () => {
  const gates = sampleGates([sampleGate(), FAILED_GATE], { deltas: [sampleDelta(report, 'fusion')] });
  const text = evalMarkdown({ report, deltas, gates });

  it('has the verdict first, then what failed, stages, topics, warnings, provenance', () => {
    const [first] = text.split('\n');
    expect(first).toBe('## grk gates: 1 ❌ failed, 1 ✅ passed — handbook, dev split, 96 answerable topics');
    const order = [
      '❌ failed**',
      '✅ passed**',
      '### Against the baseline',
      '### Within this run',
      '### Topics that lost',
      '<sub>',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
  it('shows losing stages with W/T/L, and the topics that lost', () => {
    expect(text).toMatch(
      /\| <code>default\/dense<\/code> against <code>default\/bm25<\/code> \| nDCG@10 \| 0\.6769 \| 0\.5230 \| −0\.1539 \| \d+\/35\/\d+ \|/,
    );
    expect(text).toContain(
      '| <code>default/fusion</code> | <code>t1</code> | <code>restore a file</code> | nDCG@10 | 1.0000 | 0.5000 |',
    );
    expect(text).toContain('comparison 14 with this baseline on this machine');
  });
  it('says that declared gates were not evaluated where they were not', () => {
    const declared = { ...report, declared: { ...report.declared, gates: ['any-loss'] } };
    expect(evalMarkdown({ report: declared, deltas, gates: undefined })).toContain(
      'declared and not evaluated here: <code>any-loss</code>',
    );
  });
  it('has the headline where guards make it another one, what other axes lost, and notes once', () => {
    const [dense, fusion] = deltas as [StageDelta, StageDelta];
    const guarded: StageDelta[] = [
      {
        ...fusion,
        direction: 'IMPROVEMENT',
        verdict: 'fusion: IMPROVEMENT against bm25',
        headline: { direction: 'MIXED', verdict: 'fusion: MIXED against bm25 — lost: latency' },
        notes: [{ code: 'undersized', message: 'undersized: 96 topics' }],
      },
      { ...dense, notes: [{ code: 'undersized', message: 'undersized: 96 topics' }] },
      { ...dense, axis: 'abstention', direction: 'REGRESSION', verdict: 'dense: abstention REGRESSION against bm25' },
      { ...dense, axis: 'latency', direction: 'NO CHANGE', verdict: 'dense: latency NO CHANGE' },
    ];
    const shown = evalMarkdown({ report, deltas: guarded, gates: undefined });
    expect(shown).toMatch(
      /<code>default\/fusion<\/code> against <code>default\/bm25<\/code> \| nDCG@10 .* \| MIXED \|/,
    );
    expect(shown.match(/^- .*/gm)).toEqual([
      '- fusion: MIXED against bm25 — lost: latency',
      '- note on default/fusion: undersized: 96 topics',
      '- dense: abstention REGRESSION against bm25',
    ]);
    const against = sampleGates([sampleGate()], { deltas: guarded.slice(2) });
    expect(evalMarkdown({ report, deltas: [], gates: against })).toContain(
      '- default/dense: dense: abstention REGRESSION against bm25',
    );
  });
  it('names the stage of a topic that lost, which may lose in two', () => {
    const loser = { topicId: 't1', query: 'q', measure: 'nDCG@10', baseline: 1 };
    const losing = (stage: string, candidate: number) =>
      sampleGate({ stage, status: 'failed', losers: [{ ...loser, candidate }] });
    const both = sampleGates([losing('default/bm25', 0.25), losing('default/fusion', 0.5)]);
    const shown = evalMarkdown({ report, deltas, gates: both });
    expect(shown).toContain(
      '| <code>default/bm25</code> | <code>t1</code> | <code>q</code> | nDCG@10 | 1.0000 | 0.2500 |',
    );
    expect(shown).toContain(
      '| <code>default/fusion</code> | <code>t1</code> | <code>q</code> | nDCG@10 | 1.0000 | 0.5000 |',
    );
  });
  it('says in its heading that topics failed, whatever the gates say', () => {
    const partial = sampleReport([{ ...BM25, failed: 1 }]);
    expect(evalMarkdown({ report: partial, deltas: [], gates: sampleGates([sampleGate()]) })).toMatch(
      /^## grk gates: ⚠️ partial, 1 ✅ passed/,
    );
    expect(evalMarkdown({ report: partial, deltas: [], gates: undefined })).toMatch(/^## grk eval: ⚠️ partial — /);
  });
  it('never shows a p of zero', () => {
    const [, fusion] = deltas as [StageDelta, StageDelta];
    const known = { status: 'supported', adjustedP: 0.00001, interval: null, sensitivity: null };
    const evidence = known as NonNullable<StageDelta['evidence']>;
    const shown = evalMarkdown({ report, deltas: [{ ...fusion, evidence }], gates: undefined });
    expect(shown).toContain('| supported, p &#60; 0.0001 |');
  });
  it('has no numbers and no direction for a structural stage', () => {
    const structural = { ...deltas[0], isStructural: true, direction: null, verdict: null, reason: 'structural' };
    const shown = evalMarkdown({ report, deltas: [structural as (typeof deltas)[number]], gates: undefined });
    expect(shown).toContain(
      '| <code>default/dense</code> against <code>default/bm25</code> |  |  |  |  |  |  | structural |',
    );
  });
  it('names what a stage is compared with where that is another stage', () => {
    const [delta] = deltas;
    const pair = (baseline: string) => ({ ...delta, baseline }) as (typeof deltas)[number];
    const shown = evalMarkdown({ report, deltas: [pair('default/fusion'), pair('default/dense')], gates: undefined });
    expect(shown).toContain('| <code>default/dense</code> against <code>default/fusion</code> | nDCG@10 |');
    expect(shown).toContain('| <code>default/dense</code> | nDCG@10 |');
  });
  it('stays below what GitHub shows, and says what is left out', () => {
    const losers = Array.from({ length: 900 }, (_, i) => ({
      topicId: `t${i}`,
      query: 'q'.repeat(500),
      measure: 'nDCG@10',
      baseline: 1,
      candidate: 0,
    }));
    const long = evalMarkdown({ report, deltas, gates: sampleGates([sampleGate({ status: 'failed', losers })]) });
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(61_000);
    expect(long).toContain('sections are left out');
  });
});

describe('text of users in Markdown', () => {
  const ATTACKS = [
    '![x](http://evil/x.png)',
    '<img src=x onerror=1>',
    '@maintainer #123 octo/repo#1 www.evil.example',
    'a | b\n| c',
    '`` ` ```',
    '</code><script>',
    '$\\frac{a}{b}$',
    '[x](y) **bold** ~~gone~~ _it_',
    ...HOSTILE,
  ];
  it.each(ATTACKS)('is inert: %j', (attack) => {
    const shown = verbatim(attack);
    const inner = shown.slice('<code>'.length, -'</code>'.length);
    expect(inner).not.toMatch(/[<>`|*_[\]~$@\n]|!\[|:\/\/|www\./);
    const said = prose(attack);
    expect(said.replaceAll('<!-- -->', '')).not.toMatch(/[<>`|*_[\]~$\n]|!\[/);
    expect(said).not.toMatch(/(^|\s)@\w|(?<!&)#\d|:\/\/|www\.(?!<)/);
  });
  it('keeps a row of a table one row with its cells', () => {
    const rows = table(['a', 'b'], [[verbatim('x | y\nz'), prose('p|q')]]).split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[2]?.split('|')).toHaveLength(4);
  });
  it('is inert wherever a page shows it', () => {
    const evil = '@all | <b>`x`</b> ![y](z)';
    const gates = sampleGates([
      sampleGate({
        gate: evil,
        stage: evil,
        status: 'failed',
        sentence: evil,
        losers: [{ topicId: evil, query: evil, measure: 'nDCG@10', baseline: 1, candidate: 0 }],
      }),
    ]);
    const page = evalMarkdown({ report: { ...report, golden: { ...report.golden, name: evil } }, deltas, gates });
    expect(page).not.toContain(evil);
    expect(outsideCode(page)).not.toMatch(/<b>|!\[|(^|\s)@all/);
  });
});
