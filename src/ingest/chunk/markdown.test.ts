import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skipBlank } from './blank.ts';
import { lineStartsOf } from './lines.ts';
import { chunkMarkdown, MAX_INTACT } from './markdown.ts';
import { markdownBlocks } from './markdown-blocks.ts';

/** Each chunk as its heading path and its text. */
const pieces = (text: string, maxChars: number) =>
  chunkMarkdown(text, { maxChars }).map((chunk) => [
    chunk.headingPath.join(' > '),
    text.slice(chunk.startUtf16, chunk.endUtf16),
  ]);
const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ');

describe('markdown', () => {
  it('gives nothing for blank text', () => {
    expect(pieces('\uFEFF\r\n \t\n', 40)).toEqual([]);
  });

  it('cuts at headings and keeps their path', () => {
    expect(pieces('intro\n\n# A\n\na\n\n### C\n\nc\n\n## B\n\nb\n\nb2\n', 40)).toEqual([
      ['', 'intro'],
      ['A', '# A\n\na'],
      ['A > C', '### C\n\nc'],
      ['A > B', '## B\n\nb\n\nb2'],
    ]);
  });

  it('keeps a heading without text with the one that follows, and a last one by itself', () => {
    expect(pieces('# A\n\n## B\n\ntext\n\n## C', 40)).toEqual([
      ['A > B', '# A\n\n## B\n\ntext'],
      ['A > C', '## C'],
    ]);
  });

  it('keeps front matter with what follows it', () => {
    expect(pieces('---\na: b\n---\n# A\n\ntext', 40)).toEqual([['A', '---\na: b\n---\n# A\n\ntext']]);
  });

  it('parts headings and front matter that fill more than half a passage from the text', () => {
    const heading = `# ${words(6)}`;
    expect(pieces(`${heading}\n\ntext`, 40)).toEqual([
      [words(6), heading],
      [words(6), 'text'],
    ]);
    expect(pieces('---\na: b\nc: d\ne: f\n---\ntext', 40)).toEqual([
      ['', '---\na: b\nc: d\ne: f\n---'],
      ['', 'text'],
    ]);
  });

  it('does not part a heading from a paragraph that is longer than a passage', () => {
    expect(pieces(`# A\n\n${words(12)}`, 40)).toEqual([
      ['A', `# A\n\n${words(7)}`],
      ['A', words(5)],
    ]);
    expect(pieces(`# A\n\n${'x'.repeat(60)}`, 40)).toEqual([
      ['A', `# A\n\n${'x'.repeat(35)}`],
      ['A', 'x'.repeat(25)],
    ]);
  });

  it('takes no heading from a code block', () => {
    expect(pieces('# A\n\n```sh\n# not\n```\n\ntext', 60)).toEqual([['A', '# A\n\n```sh\n# not\n```\n\ntext']]);
  });

  it('does not cut through a code block or table up to its limit, heading included', () => {
    const code = `\`\`\`\n${'x = 1.\n'.repeat(20)}\`\`\``;
    const table = `| a | b |\n|---|---|\n${'| 1. | 2. |\n'.repeat(11).trimEnd()}`;
    expect(code.length).toBeLessThanOrEqual(MAX_INTACT * 40);
    expect(pieces(`# A\n\n${code}\n\n## B\n\ntext\n\n${table}\n\nmore`, 40)).toEqual([
      ['A', `# A\n\n${code}`],
      ['A > B', '## B\n\ntext'],
      ['A > B', table],
      ['A > B', 'more'],
    ]);
  });

  it('cuts through no block that it is to keep, and parts no short heading from what follows', () => {
    const line = fc.constantFrom(
      ...['# A', '## B', 'One. Two three four', '', '', '- item', '  more', '```', '~~~', 'code; and. more'],
      ...['| a | b |', '|---|---|', '| 1 | 2 |', 'x'.repeat(70), '漢字'.repeat(30)],
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom(40, 60, 120), (lines, maxChars) => {
        const text = lines.join('\n');
        const chunks = chunkMarkdown(text, { maxChars });
        const blocks = [...markdownBlocks(text, lineStartsOf(text))];
        for (const [i, block] of blocks.entries()) {
          const start = skipBlank(text, block.startUtf16, block.endUtf16);
          const holder = chunks.find((chunk) => chunk.startUtf16 <= start && chunk.endUtf16 >= block.endUtf16);
          const isIntact = block.kind === 'fence' || block.kind === 'table' || block.kind === 'heading';
          if (isIntact && block.endUtf16 - block.startUtf16 <= MAX_INTACT * maxChars) expect(holder).toBeDefined();
          if (block.kind !== 'heading' || blocks[i + 1] === undefined) continue;
          // Headings in a row count as one; more of them than half a passage may be parted.
          const isOther = ({ kind }: { kind: string }) => kind !== 'heading';
          const from = blocks.slice(0, i).findLastIndex(isOther) + 1;
          const more = blocks.slice(i).findIndex(isOther);
          const body = more < 0 ? undefined : blocks[i + more];
          const end = body === undefined ? text.length : skipBlank(text, body.startUtf16, body.endUtf16);
          const leadUtf16 = end - (blocks[from]?.startUtf16 ?? 0);
          if (leadUtf16 <= maxChars / 2) expect(holder?.endUtf16).toBeGreaterThan(block.endUtf16);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does not part the text before a code block that it cannot take', () => {
    const code = `\`\`\`\n${'x'.repeat(60)}\n\`\`\``;
    expect(pieces(`One. Two three\n\n${code}`, 40)).toEqual([
      ['', 'One. Two three'],
      ['', code],
    ]);
  });

  it('cuts a longer code block or table at line ends', () => {
    const code = `\`\`\`\n${'x = 1. y\n'.repeat(20)}\`\`\``;
    const cut = pieces(code, 40).map(([, piece]) => piece ?? '');
    expect(cut.join('\n')).toBe(code);
    expect(Math.max(...cut.map((piece) => piece.length))).toBeLessThanOrEqual(40);
    const table = `| a | b |\n|---|---|\n${'| 1. | 2. x |\n'.repeat(20).trimEnd()}`;
    expect(
      pieces(table, 40)
        .map(([, piece]) => piece)
        .join('\n'),
    ).toBe(table);
  });

  it('keeps a list together where it fits, else parts it at items', () => {
    const list = '- one\n- two\n- three';
    expect(pieces(`${words(5)}\n\n${list}\n\nend`, 40)).toEqual([
      ['', words(5)],
      ['', `${list}\n\nend`],
    ]);
    const items = [words(4), words(4), words(4)].map((text) => `- ${text}\n  ${text}`);
    expect(pieces(items.join('\n'), 44)).toEqual(items.map((item) => ['', item]));
    const nested = ['- one', '- two\n  - aaaa aaaa aaaa aaa\n  - bbbb'];
    expect(pieces(nested.join('\n'), 40)).toEqual(nested.map((item) => ['', item]));
  });

  it('puts short blocks under one heading together up to the limit', () => {
    expect(pieces('# A\n\naaaa\n\nbbbb\n\ncccc cccc\n\ndddd dddd dddd\n\neeee', 40)).toEqual([
      ['A', '# A\n\naaaa\n\nbbbb\n\ncccc cccc'],
      ['A', 'dddd dddd dddd\n\neeee'],
    ]);
  });
});
