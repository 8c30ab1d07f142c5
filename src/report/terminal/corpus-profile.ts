import type { CorpusProfile, LengthSpread } from '../../contracts/profile.ts';
import type { TerminalStyle } from '../style.ts';
import { column, grid } from './grid.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, plural } from './number.ts';
import { wrap } from './wrap.ts';

const SHOWN = 5;
const ENGLISH = new Intl.DisplayNames(['en'], { type: 'language' });

/** A corpus before it is indexed: types, lengths, repeats, languages, and which passage sizes can make a difference. */
export function corpusProfileText(profile: CorpusProfile, style: TerminalStyle): string {
  const sections = [
    inkOf(style).bold(
      `${plural(profile.documents, 'document')}, ${plural(profile.passages, 'passage')}, ${countText(profile.chars)} characters`,
    ),
    typeTable(profile, style),
    lengthTable(profile, style),
    repeats(profile, style),
    wrapped(`languages, guessed: ${languages(profile)}`, style),
    sizeLines(profile, style),
  ];
  return `${sections.join('\n\n')}\n`;
}

function typeTable({ types }: CorpusProfile, style: TerminalStyle): string {
  const name = (ext: string) => (ext === '' ? 'no ending' : inert(ext));
  return grid(
    [
      column(
        'type',
        types.map(({ ext }) => name(ext)),
      ),
      right(
        'documents',
        types.map(({ documents }) => countText(documents)),
      ),
      right(
        'characters',
        types.map(({ chars }) => countText(chars)),
      ),
    ],
    style,
  );
}

function lengthTable({ documentLengths, passageLengths, chunker }: CorpusProfile, style: TerminalStyle): string {
  const size = chunker.name === 'whole' ? '' : ` ${chunker.maxChars}`;
  const rows: [string, LengthSpread][] = [['documents', documentLengths]];
  if (passageLengths !== null) rows.push([`passages (${chunker.name}${size})`, passageLengths]);
  const of = (show: (spread: LengthSpread) => number) => rows.map(([, spread]) => countText(show(spread)));
  return grid(
    [
      column(
        'characters of',
        rows.map(([name]) => name),
      ),
      right(
        'min',
        of(({ min }) => min),
      ),
      right(
        'median',
        of(({ median }) => median),
      ),
      right(
        'p95',
        of(({ p95 }) => p95),
      ),
      right(
        'max',
        of(({ max }) => max),
      ),
    ],
    style,
  );
}

function repeats({ duplicates, nearDuplicates }: CorpusProfile, style: TerminalStyle): string {
  const { threshold, shingleWords, pairs } = nearDuplicates;
  const repeated = duplicates.reduce((sum, { length }) => sum + length - 1, 0);
  return [
    ...wrap(
      `exact duplicates: ${countText(repeated)} documents repeat the text of another, in ${plural(duplicates.length, 'group')}`,
      style.width,
    ),
    ...listed(
      duplicates.map((group) => `${group[0]} and ${countText(group.length - 1)} more`),
      style,
    ),
    ...wrap(
      `near duplicates: ${plural(pairs.length, 'pair')} (Jaccard of ${shingleWords}-word shingles from ${threshold})`,
      style.width,
    ),
    ...listed(
      pairs.map(({ a, b, similarity }) => `${similarity.toFixed(2)}  ${a} and ${b}`),
      style,
    ),
  ].join('\n');
}

function languages({ languages }: CorpusProfile): string {
  const name = (code: string) => ENGLISH.of(code) ?? code;
  return languages
    .map(({ language, documents }) =>
      language === null ? `${countText(documents)} code or too short` : `${countText(documents)} ${name(language)}`,
    )
    .join(', ');
}

function sizeLines({ sizes, documents, documentLengths }: CorpusProfile, style: TerminalStyle): string {
  const table = grid(
    [
      right(
        'maxChars',
        sizes.map(({ maxChars }) => countText(maxChars)),
      ),
      right(
        'documents longer',
        sizes.map(({ longerDocuments }) => countText(longerDocuments)),
      ),
      right(
        'share',
        sizes.map(({ longerDocuments }) => `${((100 * longerDocuments) / documents).toFixed(1)} %`),
      ),
    ],
    style,
  );
  const note = `Two sizes cut a document alike unless it is longer than the smaller one; from ${countText(documentLengths.max)} on, no size makes a difference.`;
  return `${table}\n${wrapped(note, style)}`;
}

function right(head: string, cells: readonly string[]) {
  return column(head, cells, { align: 'right' });
}

function wrapped(text: string, { width }: TerminalStyle): string {
  return wrap(text, width).join('\n');
}

function listed(rows: readonly string[], style: TerminalStyle): string[] {
  const more = rows.length > SHOWN ? [`and ${countText(rows.length - SHOWN)} more; --json lists all`] : [];
  return [...rows.slice(0, SHOWN).map(inert), ...more].flatMap((row) =>
    wrap(row, style.width - 4).map((line, i) => `${i === 0 ? '  ' : '    '}${line}`),
  );
}
