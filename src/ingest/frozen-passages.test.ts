import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ChunkerSchema } from '../contracts/pipeline.ts';
import { CHUNKERS } from './chunk/chunkers.ts';
import { passagesOf } from './passages.ts';
import { documentOf } from './read.ts';

interface Frozen {
  readonly id: string;
  readonly text: string;
  /** By version id: settings, and per passage its id, start, end, first and last line, and heading path. */
  readonly passages: Readonly<Record<string, { readonly settings: unknown; readonly rows: readonly unknown[] }>>;
}

const frozen: Frozen = JSON.parse(readFileSync(new URL('./frozen-passages.json', import.meta.url), 'utf8'));

it.each(Object.values(CHUNKERS))(
  '$algorithm gives the passages that it gave when it got this version id',
  ({ algorithm }) => {
    const known = frozen.passages[algorithm];
    const { document } = documentOf(frozen.id, frozen.id, Buffer.from(frozen.text, 'utf8'));
    const passages = passagesOf(document, ChunkerSchema.parse(known?.settings));
    // Where this fails on purpose, the chunker needs a new version id and new rows, and the old rows go.
    expect(
      passages.map((p) => [p.id, p.startUtf16, p.endUtf16, p.startLine, p.endLine, p.headingPath.join(' > ')]),
    ).toEqual(known?.rows);
  },
);

it('holds no rows of other versions', () => {
  expect(Object.keys(frozen.passages).sort()).toEqual(
    Object.values(CHUNKERS)
      .map(({ algorithm }) => algorithm)
      .sort(),
  );
});
