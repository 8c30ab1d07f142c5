import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ChunkerSchema } from '../contracts/pipeline.ts';
import { CHUNKERS } from './chunk/chunkers.ts';
import { passagesOf } from './passages.ts';
import { documentOf } from './read.ts';

interface FrozenText {
  readonly id: string;
  readonly text: string;
  /** By version id: settings, and per passage its id, start, end, first and last line, and heading path. */
  readonly passages: Readonly<Record<string, { readonly settings: unknown; readonly rows: readonly unknown[] }>>;
}
interface Frozen extends FrozenText {
  /** A second text, for the limits of the rules: closing marks, headings, gaps. */
  readonly limits: FrozenText;
}

const frozen: Frozen = JSON.parse(readFileSync(new URL('./frozen-passages.json', import.meta.url), 'utf8'));

const cases = [frozen, frozen.limits].flatMap((from) =>
  Object.values(CHUNKERS).map(({ algorithm }) => ({ algorithm, id: from.id, from })),
);

it.each(cases)(
  '$algorithm gives the passages of $id that it gave when it got this version id',
  ({ algorithm, from: { id, text, passages: byAlgorithm } }) => {
    const known = byAlgorithm[algorithm];
    const { document } = documentOf(id, id, Buffer.from(text, 'utf8'));
    const passages = passagesOf(document, ChunkerSchema.parse(known?.settings));
    // Where this fails on purpose, the chunker needs a new version id and new rows, and the old rows go.
    expect(
      passages.map((p) => [p.id, p.startUtf16, p.endUtf16, p.startLine, p.endLine, p.headingPath.join(' > ')]),
    ).toEqual(known?.rows);
  },
);

it('holds no rows of other versions', () => {
  const algorithms = Object.values(CHUNKERS).map(({ algorithm }) => algorithm);
  for (const { passages } of [frozen, frozen.limits]) {
    expect(Object.keys(passages).sort()).toEqual([...algorithms].sort());
  }
});
