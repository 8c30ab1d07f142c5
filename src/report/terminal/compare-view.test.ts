import { describe, expect, it } from 'vitest';
import { HOSTILE } from '../../../test/sample-report.ts';
import type { CompareOutcome, Comparison, Difference, TopicChange } from '../../contracts/compare.ts';
import type { Evidence, StageDelta } from '../../contracts/delta.ts';
import type { TerminalStyle } from '../style.ts';
import { compareView } from './compare-view.ts';
import { displayWidth } from './display-width.ts';

const STYLE: TerminalStyle = { width: 80, color: false, unicode: true };
const SHA = '0'.repeat(64);

const EVIDENCE: Evidence = {
  status: 'supported',
  topics: { wins: 1, ties: 0, losses: 9 },
  signFlip: { p: 0.01, method: 'exact', draws: 1024, nonZero: 10 },
  pairedT: null,
  straddlesAlpha: false,
  interval: { lower: -0.2, upper: -0.1, level: 0.95, method: 'bca' },
  effectSize: null,
  sensitivity: null,
  alpha: 0.05,
  seed: 1,
  draws: 10_000,
  correction: 'holm',
  adjustedP: 0.02,
  familySize: 2,
};

function change(topicId: string, delta: number, changes: Partial<TopicChange> = {}): TopicChange {
  const moves = [{ doc: 'guides/a.md', grade: 3, baselineRank: 1, candidateRank: 14, crossing: 'leaves' as const }];
  return { topicId, query: 'how', baseline: 0.5, candidate: 0.5 + delta, delta, hasFailed: false, moves, ...changes };
}

function comparison(name: string, changes: Partial<Comparison> = {}, delta: Partial<StageDelta> = {}): Comparison {
  const measure = { baseline: 0.5, candidate: 0.35, delta: -0.15, direction: 'down' as const, topics: EVIDENCE.topics };
  const label = `${name} (new)`;
  return {
    baseline: { source: 'old', stage: `default/${name}`, label: `${name} (old)` },
    candidate: { source: 'new', stage: `default/${name}`, label },
    primary: 'nDCG@10',
    deltas: [
      {
        stage: `default/${name}`,
        baseline: `default/${name}`,
        axis: 'quality',
        measures: { 'nDCG@10': measure },
        topics: 10,
        isStructural: false,
        direction: 'REGRESSION',
        evidence: EVIDENCE,
        verdict: `${label}: REGRESSION against ${name} (old) — nDCG@10 −0.1500 (1 win, 0 ties, 9 losses over 10 topics)`,
        ...delta,
      },
    ],
    latency: null,
    exploratory: null,
    changes: [change('t1', -0.4), change('t2', 0.2)],
    ...changes,
  };
}

function outcome(comparisons: readonly Comparison[], changes: Partial<CompareOutcome> = {}): CompareOutcome {
  const report = {
    golden: 'handbook',
    goldenVersion: '1',
    split: 'dev',
    topics: 12,
    answerable: 10,
    startedAt: '2026-01-01T00:00:00.000Z',
    tool: 'grk 1',
    corpusSha256: SHA,
    judgmentsSha256: SHA,
    topicIdsSha256: SHA,
    runConfigSha256: SHA,
  };
  return {
    kind: 'reports',
    sources: ['old', 'new'].map((name) => ({ name, file: `${name}.json`, report, coverage: null })),
    qrels: null,
    primary: 'nDCG@10',
    measures: ['nDCG@10'],
    scope: null,
    pairing: 'every stage against its namesake',
    comparability: [{ source: 'new', differences: [], unpaired: { baseline: [], candidate: [] } }],
    rescored: null,
    family: { size: comparisons.length, correction: 'holm', alpha: 0.05, exploratory: null },
    comparisons,
    warnings: [],
    ...changes,
  };
}

const differing = (...differences: Partial<Difference>[]) => ({
  comparability: [
    {
      source: 'new',
      differences: differences.map((each) => ({
        effect: 'explains' as const,
        what: 'embedder',
        variant: null,
        baseline: 'a',
        candidate: 'b',
        meaning: 'other vectors',
        ...each,
      })),
      unpaired: { baseline: ['default/rerank'], candidate: [] },
    },
  ],
});

describe('a comparison on a terminal', () => {
  it('says what differs, then numbers, verdicts with evidence, and the topics that lost before those that won', () => {
    const text = compareView(outcome([comparison('bm25'), comparison('fusion')], differing({})), 5, STYLE);
    expect(text.split('\n')).toEqual([
      'new against old',
      'handbook version 1, split dev, 12 topics (10 answerable)',
      'same judgments, same topics; differs: embedder',
      '  embedder: a → b; other vectors',
      '  not compared: default/rerank of the baseline',
      'every stage against its namesake',
      '',
      'candidate     baseline         was      is  Δ nDCG@10  won/tied/lost  evidence',
      '───────────────────────────────────────────────────────────────────────────────',
      'bm25 (new)    bm25 (old)    0.5000  0.3500  ▼ −0.1500          1/0/9  supported',
      'fusion (new)  fusion (old)  0.5000  0.3500  ▼ −0.1500          1/0/9  supported',
      '',
      'verdict',
      '▼ bm25 (new): REGRESSION against bm25 (old) — nDCG@10 −0.1500 (1 win, 0 ties, 9',
      '  losses over 10 topics)',
      '  evidence: nDCG@10 supported; p 0.0200 after Holm over 2; 95 % interval −0.2000',
      '            to −0.1000',
      '▼ fusion (new): REGRESSION against fusion (old) — nDCG@10 −0.1500 (1 win, 0',
      '  ties, 9 losses over 10 topics)',
      '  evidence: nDCG@10 supported; p 0.0200 after Holm over 2; 95 % interval −0.2000',
      '            to −0.1000',
      'family of 2 comparisons of this command, Holm, alpha 0.05',
      '',
      'topics that changed most by nDCG@10: fusion (new) against fusion (old)',
      '▼ −0.4000  t1  0.5000 → 0.1000  how',
      '    guides/a.md (grade 3): rank 1 → 14, leaves the cutoff',
      '▲ +0.2000  t2  0.5000 → 0.7000  how',
      '    guides/a.md (grade 3): rank 1 → 14, leaves the cutoff',
      '',
      'topics of other stages: --stage default/bm25',
      '',
    ]);
  });

  it('says that nothing differs, and in red what was compared against the rules', () => {
    expect(compareView(outcome([comparison('s')]), 5, { ...STYLE, width: 120 })).toContain(
      'same judgments, same topics; nothing that can change a number differs between the reports\n',
    );
    const drifted = differing({ effect: 'blocks', what: 'judgments' }, { effect: 'provenance', what: 'node' });
    const text = compareView(outcome([comparison('s')], drifted), 5, { ...STYLE, width: 200 });
    expect(text).toContain(
      'different judgments, compared all the same; nothing else that can change a number differs between the reports',
    );
  });

  it('shows as many topics as asked for, and counts the others', () => {
    const changes = [change('t1', -0.4), change('t2', -0.3), change('t3', -0.2)];
    const text = compareView(outcome([comparison('s', { changes })]), 1, STYLE);
    expect(text).toContain('and 2 more topics that lost');
    expect(text).toContain('· no topic won');
    expect(text).not.toContain('t2');
  });

  it('gives no number and no topics where nothing may be concluded', () => {
    const silent = { direction: null, verdict: null, reason: 'structural: x', isStructural: true, measures: {} };
    const { evidence: _none, ...rest } = comparison('s', { changes: [] }).deltas[0] ?? {};
    const each = comparison('s', { changes: [], deltas: [{ ...rest, ...silent } as StageDelta] });
    const text = compareView(
      outcome([each], { family: { size: 0, correction: 'holm', alpha: 0.05, exploratory: null } }),
      5,
      STYLE,
    );
    expect(text).toContain('· s (new): no verdict, structural: x');
    expect(text).toContain('no comparison has a number');
    expect(text).not.toMatch(/0\.5000|topics that changed/);
  });

  it('shows the times of two runs without a direction, and what was not timed', () => {
    const reason = 'not comparable: the stages were timed in two runs';
    const timed = (p50Ms: number, topics = 10) => ({ topics, p50Ms });
    const text = compareView(
      outcome([
        comparison('dense', { latency: { baseline: timed(0.14), candidate: timed(6.1387), reason } }),
        comparison('rerank', { latency: { baseline: timed(99.07, 4), candidate: null, reason } }),
        comparison('fusion', { latency: { baseline: null, candidate: null, reason } }),
      ]),
      5,
      STYLE,
    );
    expect(text).toContain(
      [
        'latency not comparable: the stages were timed in two runs',
        'candidate     baseline       p50 ms was    p50 ms is',
        '────────────────────────────────────────────────────',
        'dense (new)   dense (old)   0.14 (n 10)  6.14 (n 10)',
        'rerank (new)  rerank (old)   99.1 (n 4)            –',
        '– not measured',
        '',
      ].join('\n'),
    );
    expect(compareView(outcome([comparison('dense')]), 5, STYLE)).not.toContain('latency');
  });

  it('claims nothing of what was chosen when reading', () => {
    const { status: _s, correction: _c, adjustedP: _p, familySize: _f, ...exploratory } = EVIDENCE;
    const [quality] = comparison('s').deltas;
    const { evidence: _e, ...delta } = quality ?? ({} as StageDelta);
    const each = comparison('s', { exploratory, deltas: [delta] });
    const family = {
      size: 1,
      correction: 'holm' as const,
      alpha: 0.05,
      exploratory: 'chosen when reading: only slice x',
    };
    const text = compareView(outcome([each], { family, scope: 'slice x' }), 5, STYLE);
    expect(text).toContain('exploratory: nDCG@10, 95 % interval −0.2000 to −0.1000; nothing is claimed');
    expect(text).toContain('only topics of slice x');
    expect(text).not.toMatch(/supported|p 0\.0/);
  });

  it.each([40, 80, 120])('fits into %d columns and stays inert, whatever names hold', (width) => {
    const named = HOSTILE.map((name, i) =>
      comparison('s', {
        candidate: { source: name, stage: name, label: name },
        changes: [
          change(name, -0.1 - i / 100, {
            query: name,
            moves: [{ doc: name, grade: 1, baselineRank: 1, candidateRank: null, crossing: 'leaves' }],
          }),
        ],
      }),
    );
    const sources = ['old', ...HOSTILE].map((name) => ({ name, file: name, report: null, coverage: null }));
    const text = compareView(
      outcome(named, { sources, ...differing({ what: HOSTILE[0] ?? '', baseline: HOSTILE[4] ?? '' }) }),
      5,
      { ...STYLE, width },
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    // Tables keep the columns that they need; all else is cut or wrapped.
    const wide = text.split('\n').filter((line) => displayWidth(line) > width);
    expect(wide.filter((line) => !/0\.5000 {2}0\.3500|─|was {6}is|--stage/.test(line))).toEqual([]);
  });

  it('keeps to ASCII where the terminal has nothing else', () => {
    const text = compareView(outcome([comparison('s')], differing({})), 5, { ...STYLE, unicode: false });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is a range of them
    expect(text).toMatch(/^[\u0000-\u007f]*$/);
  });
});
