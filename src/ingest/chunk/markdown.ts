import type { Chunk, Span } from '../../contracts/document.ts';
import { skipBlank, trimmedEnd } from './blank.ts';
import { lineAt, lineStartsOf } from './lines.ts';
import { type MarkdownBlock, markdownBlocks } from './markdown-blocks.ts';
import { pack } from './pack.ts';

export interface MarkdownSettings {
  readonly maxChars: number;
}

/** Fences and tables up to this many times `maxChars` stay whole; longer ones are cut at line ends. */
export const MAX_INTACT = 4;

type BodyBlock = Extract<MarkdownBlock, { list: number }>;

/** What stands under one heading. The lead is the front matter and the headings right before the body. */
interface Section {
  readonly startUtf16: number;
  leadEndUtf16: number;
  readonly body: BodyBlock[];
  headingPath: readonly string[];
}

/**
 * Cuts Markdown so that a passage never reaches over a heading. Blocks under one heading are put together up to
 * `maxChars`; a heading stays with the text that follows it (a heading without text, and front matter, with the
 * heading after them) as long as they fill at most half a passage; lists, then their items, stay together where they fit, fences and
 * tables up to `MAX_INTACT` × `maxChars`. The heading path of a passage ends with the heading that its body is under.
 */
export function chunkMarkdown(text: string, settings: MarkdownSettings): Chunk[] {
  const starts = lineStartsOf(text);
  const chunks: Chunk[] = [];
  for (const section of sectionsOf(text, starts, settings.maxChars)) {
    for (const span of packSection(text, starts, section, settings)) {
      chunks.push({ ...span, headingPath: section.headingPath });
    }
  }
  return chunks;
}

function* sectionsOf(text: string, starts: Uint32Array, maxChars: number): Generator<Section> {
  const above: { level: number; title: string }[] = [];
  let headingPath: readonly string[] = [];
  let section: Section | undefined;
  for (const block of markdownBlocks(text, starts)) {
    const isLead = block.kind === 'heading' || block.kind === 'front-matter';
    if (section !== undefined) {
      const isNext = isLead && section.body.length > 0;
      const leadChars =
        (isLead ? block.endUtf16 : skipBlank(text, block.startUtf16, block.endUtf16)) - section.startUtf16;
      if (isNext || (section.body.length === 0 && leadChars > maxChars / 2)) {
        yield section;
        section = undefined;
      }
    }
    if (block.kind === 'heading') {
      while ((above.at(-1)?.level ?? 0) >= block.level) above.pop();
      above.push({ level: block.level, title: block.title });
      headingPath = above.map(({ title }) => title).filter((title) => title !== '');
    }
    section ??= { startUtf16: block.startUtf16, leadEndUtf16: block.startUtf16, body: [], headingPath };
    if (isLead) section.leadEndUtf16 = block.endUtf16;
    else section.body.push(block);
    section.headingPath = headingPath;
  }
  if (section !== undefined) yield section;
}

function packSection(text: string, starts: Uint32Array, section: Section, { maxChars }: MarkdownSettings): Span[] {
  const { startUtf16, body } = section;
  const endUtf16 = body.at(-1)?.endUtf16 ?? section.leadEndUtf16;
  const firstCutAfterUtf16 = body[0] === undefined ? startUtf16 : skipBlank(text, body[0].startUtf16, endUtf16);
  const region = { startUtf16, endUtf16, firstCutAfterUtf16 };
  const limits = { maxChars, overlapChars: 0 };
  const isShort = endUtf16 - startUtf16 <= maxChars;
  if (isShort) return pack(text, { ...region, cuts: [], intact: [] }, limits);
  const intact = body.filter(
    (block) => block.kind !== 'text' && block.endUtf16 - block.startUtf16 <= MAX_INTACT * maxChars,
  );
  const lists = body.filter((block, i) => block.list === 0 || block.list !== body[i + 1]?.list);
  const items = body.filter((block, i) => block.item === 0 || block.item !== body[i + 1]?.item);
  const cuts = [lists, items, body].map((blocks) => blocks.map((block) => block.endUtf16));
  return pack(text, { ...region, cuts: [...cuts, lineEnds(text, starts, region)], intact }, limits);
}

/** Ends of the lines that hold something. */
function lineEnds(text: string, starts: Uint32Array, within: Span): number[] {
  const ends: number[] = [];
  for (let line = lineAt(starts, within.startUtf16) - 1; line < starts.length; line++) {
    const from = Math.max(starts[line] ?? 0, within.startUtf16);
    if (from >= within.endUtf16) break;
    const end = trimmedEnd(text, from, Math.min(starts[line + 1] ?? text.length, within.endUtf16));
    if (end > from) ends.push(end);
  }
  return ends;
}
