import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  BM25,
  DENSE,
  FUSION,
  HOSTILE,
  moved,
  type SampleStage,
  sampleDelta,
  sampleReport,
  sampleSlice,
} from '../../../test/sample-report.ts';
import { deriveDeltas } from '../../evals/delta/derive.ts';
import { deriveSlices } from '../../evals/delta/slices.ts';
import type { TerminalStyle } from '../style.ts';
import { type EvalView, evalTable } from './eval-table.ts';

const plain = (width: number): TerminalStyle => ({ width, color: false, unicode: true });
const ascii = (width: number): TerminalStyle => ({ width, color: false, unicode: false });
const PATH = 'evals/reports/handbook-dev.json';

/** What a usual run looks like: a loss, a mixed stage, silence compared and not comparable, slices, a warning. */
function usual(): EvalView {
  const report = sampleReport([BM25, DENSE, FUSION], {
    warnings: [
      {
        code: 'stage-unavailable',
        message: 'the stage "rerank" was left out: no reranker is configured',
        remedy: 'Set `reranker` in grk.config.json, or give --reranker.',
      },
    ],
  });
  const deltas = [
    sampleDelta(report, 'dense'),
    sampleDelta(
      report,
      'dense',
      {
        measures: {},
        topics: 0,
        direction: null,
        verdict: null,
        reason: 'not measured: default/dense has no rule by which it could return nothing',
      },
      'abstention',
    ),
    sampleDelta(report, 'fusion'),
    sampleDelta(
      report,
      'fusion',
      {
        topics: 124,
        direction: 'REGRESSION',
        measures: { silentOnNoAnswer: moved(3 / 28, 1 / 28), silentOnAnswerable: moved(0, 0) },
        verdict:
          'fusion: abstention REGRESSION against bm25 — silent on no-answer topics: 1 of 28 (bm25: 3), ' +
          'wrongly silent on answerable topics: 0 of 96 (bm25: 0)',
      },
      'abstention',
    ),
  ];
  const categories = ['identifier', 'keyword', 'multi', 'paraphrase', 'version'];
  const slices = [
    ...categories.map((name, i) => sampleSlice(report, 'category', name, 31 - 7 * i)),
    sampleSlice(report, 'category', 'no-answer-far', 0, 14),
    sampleSlice(report, 'category', 'no-answer-near', 0, 14),
    sampleSlice(report, 'split', 'dev', 96, 28),
  ];
  return { report, deltas, slices, reportPath: PATH };
}

function show(stages: readonly SampleStage[], changes: Parameters<typeof sampleReport>[1] = {}, width = 80): string {
  const report = sampleReport(stages, changes);
  const baseline = stages.find(({ name }) => report.declared.baseline.endsWith(`/${name}`));
  const deltas = stages.filter((stage) => stage !== baseline).map(({ name }) => sampleDelta(report, name));
  return evalTable({ report, deltas, reportPath: undefined }, ascii(width));
}

/** The rows of the stage table, cells split at two blanks. */
function rows(text: string): string[][] {
  const [, table = ''] = text.split('\n\n');
  return table.split('\n').map((line) => line.trim().split(/ {2,}/));
}

describe('the view of an eval', () => {
  it.each([40, 60, 80, 120, 200])('at %d columns', async (width) => {
    const text = evalTable(usual(), plain(width));
    await expect(text).toMatchFileSnapshot(`./snapshots/eval-${width}.txt`);
  });

  it('in ASCII', async () => {
    await expect(evalTable(usual(), ascii(100))).toMatchFileSnapshot('./snapshots/eval-ascii.txt');
  });

  it('in colour', async () => {
    const style = { width: 100, color: true, unicode: true };
    await expect(evalTable(usual(), style)).toMatchFileSnapshot('./snapshots/eval-color.ansi.txt');
  });

  it('says the same without colour: codes are all that colour adds', () => {
    const colored = evalTable(usual(), { width: 100, color: true, unicode: true });
    expect(colored).not.toBe(stripVTControlCharacters(colored));
    expect(stripVTControlCharacters(colored)).toBe(evalTable(usual(), plain(100)));
  });

  it('holds nothing but ASCII where the terminal has nothing else', () => {
    expect(evalTable(usual(), ascii(80))).toMatch(/^[\n\u0020-\u007e]*$/);
  });

  it('never breaks the path of the report', () => {
    const reportPath = `/tmp/${'long folder/'.repeat(20)}r.json`;
    expect(
      evalTable({ ...usual(), reportPath }, ascii(60))
        .split('\n')
        .at(-2),
    ).toBe(`report: ${reportPath}`);
  });

  it('shows the sentences as they were derived', () => {
    const { report } = usual();
    const view = { report, deltas: deriveDeltas(report), slices: deriveSlices(report), reportPath: PATH };
    const text = evalTable(view, plain(400));
    const sentences = view.deltas.map(({ verdict, reason }) => verdict ?? reason ?? '');
    expect(sentences.length).toBeGreaterThan(1);
    for (const sentence of sentences) expect(text).toContain(sentence);
  });
});

describe('a loss', () => {
  it('is seen in plain ASCII without colour: sign, topics and sentence', () => {
    const lines = show([BM25, DENSE]).split('\n');
    expect(lines).toContain('dense  nDCG@10    -0.1539   20    35    41  ##########|');
    expect(lines.find((line) => line.startsWith('- dense: REGRESSION against bm25'))).toBeDefined();
  });

  it('is shown for every stage that lost, whatever the width', () => {
    const report = sampleReport([BM25, ...HOSTILE.map((name) => ({ ...DENSE, name })), DENSE]);
    const deltas = report.stages.slice(1).map(({ id }) => sampleDelta(report, id));
    for (const width of [40, 60, 80, 120, 200]) {
      const text = evalTable({ report, deltas, reportPath: undefined }, ascii(width));
      expect(text.match(/nDCG@10 +-0\.1539/g)).toHaveLength(HOSTILE.length + 1 + verdictsWithNumber(text));
      // Once in the table of verdicts, once in the sentence.
      expect(text.match(/REGRESSION/g)).toHaveLength(2 * (HOSTILE.length + 1));
    }
  });

  function verdictsWithNumber(text: string): number {
    return (text.split('\nverdict\n')[1]?.match(/nDCG@10 +-0\.1539/g) ?? []).length;
  }

  it('that the caller dropped leaves a line that says so', () => {
    const report = sampleReport([BM25, DENSE, FUSION]);
    const text = evalTable({ report, deltas: [sampleDelta(report, 'fusion')], reportPath: undefined }, ascii(80));
    expect(text).toContain('. dense: compared with nothing');
  });
});

describe('a number that nobody measured', () => {
  it('is a dash with a legend, not a zero', () => {
    const text = show([BM25, { ...DENSE, means: [0.5], p50Ms: null }], {}, 120);
    expect(rows(text)[4]).toEqual(['dense', '0.5000', ...Array(7).fill('-'), 'not measured', '-']);
    expect(text).toContain('\n- not measured\n');
  });

  it('is a dash where scores came from the cache, with how many and what times them', () => {
    const kept = { ...DENSE, p50Ms: null, n: 0, cachedTopicIds: ['a', 'b'] };
    const text = show([BM25, kept], {}, 120);
    expect(rows(text)[4]?.at(-1)).toBe('-');
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /not timed, as scores of the reranker came from the cache: dense 2 of [\d,]+ topics; --repeats N times without it/,
    );
    expect(show([BM25, DENSE], {}, 120)).not.toContain('cache');
  });

  it('is a dash where no topic is answerable, though the report holds zeros', () => {
    const zero = { ...BM25, means: Array(8).fill(0), abstention: null };
    const text = show([zero], { golden: { topics: 3, answerable: 0, unknown: 0 } });
    expect(rows(text)[3]?.slice(0, 3)).toEqual(['bm25 (baseline)', '-', '-']);
    expect(text).toContain('3 topics (0 answerable, 3 no-answer, 0 unknown)');
  });

  it('on the abstention axis has no column where there is no no-answer topic', () => {
    const text = show([BM25], { golden: { topics: 96 } }, 200);
    expect(text).not.toContain('silent');
    expect(text).toContain('96 topics (96 answerable, 0 no-answer, 0 unknown)');
  });
});

describe('a stage', () => {
  it('that is all zero is measured, and shown as such', () => {
    const zero = { ...DENSE, means: Array(8).fill(0) };
    expect(rows(show([BM25, zero], {}, 120))[4]?.slice(0, 3)).toEqual(['dense', '0.0000', '0.0000']);
  });

  it('that is structural has means, and no delta and no verdict', () => {
    const report = sampleReport([BM25, { ...DENSE, isStructural: true }]);
    const reason = 'structural: the vectors of default/dense mean nothing';
    const deltas = [sampleDelta(report, 'dense', { reason }), sampleDelta(report, 'dense', { reason }, 'abstention')];
    const slices = ['a', 'b'].map((name) => sampleSlice(report, 'category', name, 3));
    const text = evalTable({ report, deltas, slices, reportPath: undefined }, ascii(120));
    expect(text).toContain('dense (structural)   0.5230');
    expect(text).toMatch(/^dense +bm25 +- +-$/m);
    expect(text).toContain(`\n\n. dense: no verdict, ${reason}\n`);
    expect(text).not.toMatch(/REGRESSION|-0\.1539|won/);
    expect(text.match(/no verdict/g)).toHaveLength(1);
  });

  it('alone is compared with nothing', () => {
    const text = show([BM25]);
    expect(text).toContain('\n\nOne stage: there is nothing to compare it with.\n');
    expect(text).not.toContain('verdict');
  });

  it('with failed topics says how many', () => {
    const table = rows(show([BM25, { ...DENSE, failed: 3 }], {}, 120));
    expect(table[0]).toContain('failed');
    expect([table[3]?.at(-3), table[4]?.at(-3)]).toEqual(['0', '3']);
  });

  it('that was silent on answerable topics says so', () => {
    const abstention = { noAnswerTopics: 28, silentOnNoAnswer: 28, answerableTopics: 96, silentOnAnswerable: 96 };
    const [, , , , dense] = rows(show([BM25, { ...DENSE, abstention }], {}, 160));
    expect(dense?.slice(-3)).toEqual(['1.0000 (28/28)', '1.0000 (96/96)', '1.10']);
  });

  it('timed over another number of topics has its own n', () => {
    const text = show([BM25, { ...DENSE, n: 1 }], {}, 160);
    expect(rows(text).map((row) => row.at(-1))).toEqual([
      'p50 ms',
      'no-answer',
      expect.any(String),
      '0.42 (n 124)',
      '1.10 (n 1)',
    ]);
  });

  it('is named with its variant where there are several', () => {
    const text = show([BM25, { ...BM25, variant: 'k1-high' }]);
    expect(text).toContain('default/bm25 (baseline)');
    expect(text).toContain('k1-high/bm25 ');
  });

  it('is the baseline where the deltas say so, not where it stands first', () => {
    const text = show([DENSE, BM25], { baseline: 'default/bm25' });
    expect(text).toContain('bm25 (baseline)');
    expect(text).toContain('against bm25, 96 answerable topics');
  });
});

describe('columns that do not fit', () => {
  it('are left out whole, further measures first, and named', () => {
    expect(evalTable(usual(), ascii(80))).toContain('left out at 80 columns: Success@5, Success@10, R@100, AP@100\n');
    expect(evalTable(usual(), ascii(60))).toContain(
      'left out at 60 columns: Success@5, Success@10, R@100,\nAP@100, silent on no-answer, p50 ms\n',
    );
  });

  it('are none at 120 columns', () => {
    expect(evalTable(usual(), ascii(120))).not.toContain('left out at');
  });
});

describe('slices', () => {
  it('of a single category or split are the whole run, and left out', () => {
    const { report, deltas } = usual();
    const slices = [sampleSlice(report, 'category', 'keyword', 96), sampleSlice(report, 'split', 'dev', 96)];
    expect(evalTable({ report, deltas, slices, reportPath: undefined }, ascii(80))).not.toContain(' by ');
  });

  it('of one topic show that it is one', () => {
    const { report, deltas } = usual();
    const slices = [sampleSlice(report, 'category', 'a', 1), sampleSlice(report, 'category', 'b', 95)];
    const text = evalTable({ report, deltas, slices, reportPath: undefined }, ascii(80));
    expect(text).toMatch(/^a +1 +0\.6769 +0\.5230 +-0\.1539/m);
  });

  it('without answerable topics are named, with what they hold', () => {
    expect(evalTable(usual(), ascii(120))).toContain(
      'no answerable topics in no-answer-far (14 no-answer), no-answer-near (14 no-answer)',
    );
  });
});
