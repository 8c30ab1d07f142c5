import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SourceDocument } from '../../contracts/document.ts';
import type { CorpusProfile } from '../../contracts/profile.ts';
import { profileOf, STEPS_PER_DOCUMENT } from './profile.ts';

const CHUNKER = { name: 'markdown', maxChars: 1000 } as const;
const document = (id: string, text: string, over: Partial<SourceDocument> = {}): SourceDocument => ({
  id,
  title: id,
  text,
  contentSha256: createHash('sha256').update(text).digest('hex'),
  metadata: id.includes('.') ? { ext: id.slice(id.lastIndexOf('.') + 1) } : {},
  ...over,
});
function profile(...documents: SourceDocument[]): CorpusProfile {
  const steps = profileOf({ documents, passages: [], chunker: CHUNKER });
  for (let yields = 0; ; yields++) {
    const step = steps.next();
    if (step.done !== true) continue;
    expect(yields).toBeLessThanOrEqual(STEPS_PER_DOCUMENT * documents.length);
    return step.value;
  }
}
const sentence = (n: number) => Array.from({ length: n }, (_, i) => `word${i}`).join(' ');

it('counts types and lengths', () => {
  const made = profile(
    document('a.md', 'x'.repeat(10)),
    document('b.md', 'x'.repeat(30)),
    document('c.pdf', 'x'.repeat(20)),
  );
  expect(made).toMatchObject({
    documents: 3,
    chars: 60,
    types: [
      { ext: 'md', documents: 2, chars: 40 },
      { ext: 'pdf', documents: 1, chars: 20 },
    ],
    documentLengths: { min: 10, median: 20, p95: 30, max: 30 },
    passages: 0,
    passageLengths: null,
  });
});

it('takes percentiles by nearest rank', () => {
  const made = profile(...Array.from({ length: 100 }, (_, i) => document(`${i}.md`, 'x'.repeat(i + 1))));
  expect(made.documentLengths).toEqual({ min: 1, median: 50, p95: 95, max: 100 });
});

describe('duplicates', () => {
  it('are documents of one text, each group once, whatever the order', () => {
    const documents = [
      document('c.md', 'same'),
      document('a.md', 'same'),
      document('b.md', 'other'),
      document('d.md', 'same'),
    ];
    expect(profile(...documents).duplicates).toEqual([['a.md', 'c.md', 'd.md']]);
    expect(profile(...documents.reverse()).duplicates).toEqual([['a.md', 'c.md', 'd.md']]);
  });

  it('are told from near ones, where one of them stands for all', () => {
    const near = `${sentence(60)} more`;
    const made = profile(document('a.md', sentence(60)), document('b.md', sentence(60)), document('c.md', near));
    expect(made.duplicates).toEqual([['a.md', 'b.md']]);
    // 56 shingles of the shorter are among the 57 of the longer.
    expect(made.nearDuplicates).toEqual({
      threshold: 0.8,
      shingleWords: 5,
      pairs: [{ a: 'a.md', b: 'c.md', similarity: 56 / 57 }],
    });
  });
});

it('guesses languages from enough letters, and none of code', () => {
  const english =
    'The scheduler hands a job to a worker as soon as one of them is free, and writes down when it did so. '.repeat(4);
  const german =
    'Der Planer gibt einen Auftrag weiter, sobald ein Arbeiter frei ist, und schreibt auf, wann das geschehen ist. '.repeat(
      3,
    );
  const chinese = '调度程序会在工作进程空闲时立即分配任务,并记录分配的时间。'.repeat(14);
  const made = profile(
    document('en.md', english),
    document('en2.md', `${english}!`),
    document('de.md', german),
    document('zh.md', chinese),
    document('short.md', 'Der Planer'),
    document('a.py', english, { extractor: 'code' }),
  );
  expect(made.languages).toEqual([
    { language: null, documents: 2 },
    { language: 'eng', documents: 2 },
    { language: 'cmn', documents: 1 },
    { language: 'deu', documents: 1 },
  ]);
});

it('says how many documents are longer than each size, the configured one among them', () => {
  const { sizes } = profile(
    document('a.md', 'x'.repeat(1000)),
    document('b.md', 'x'.repeat(1001)),
    document('c.md', 'x'),
  );
  expect(sizes.find(({ maxChars }) => maxChars === 400)).toEqual({ maxChars: 400, longerDocuments: 2 });
  expect(sizes.find(({ maxChars }) => maxChars === 1000)).toEqual({ maxChars: 1000, longerDocuments: 1 });
  expect(sizes.find(({ maxChars }) => maxChars === 1200)).toEqual({ maxChars: 1200, longerDocuments: 0 });
  expect(sizes.map(({ maxChars }) => maxChars)).toEqual([400, 800, 1000, 1200, 1600, 2400, 3200, 4800, 6400]);
});
