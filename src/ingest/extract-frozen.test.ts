import { expect, it } from 'vitest';
import { paragraph, sampleDocx, table } from '../../test/sample-docx.ts';
import { samplePdf } from '../../test/sample-pdf.ts';
import { extractorOf } from './extractors.ts';
import { passagesOf } from './passages.ts';
import { readDocument } from './read.ts';

const HTML = `<title>t</title><h1>A &amp; b</h1><nav>n</nav><p>one<br>two <i>3</i></p><ol start=4><li>x<ul><li>y</ul><li>z</ol>
<table><tr><th>h<th>i<tr><td>1<td><p>2</table><pre>\n  # code\n</pre><blockquote>q</blockquote><div hidden>no</div>`;

const FILES: readonly [id: string, bytes: Uint8Array][] = [
  [
    'a.docx',
    sampleDocx(paragraph('T', 'Titel') + paragraph('H', 'Kop2') + paragraph('e\u0301 😀') + table([['a', 'b']])),
  ],
  ['a.html', Buffer.from(HTML)],
  ['a.pdf', samplePdf({ title: 'P', pages: [['one', 'two', '', 'three'], 'picture', ['four']] })],
];

// Where this fails on purpose, or after an update of a package, the extractor needs a new version id.
it('gives the texts and passages that each extractor gave when it got its version id', async () => {
  const read = await Promise.all(
    FILES.map(async ([id, bytes]) => {
      const { document } = await readDocument(id, id, bytes);
      const passages = passagesOf(document, { name: 'markdown', maxChars: 1200 }).map(({ id }) => id);
      return [extractorOf(id).algorithm, document.title, document.text, document.pageStarts, passages];
    }),
  );
  expect(read).toMatchInlineSnapshot(`
    [
      [
        "docx/1",
        "T",
        "# T

    ## H

    é 😀

    a | b",
        undefined,
        [
          "fef42947327f9768",
        ],
      ],
      [
        "html/1",
        "A & b",
        "# A & b

    n

    one
    two 3

    4. x
      - y
    5. z

    h | i
    1 | 2

    \`\`\`
      # code
    \`\`\`

    q",
        undefined,
        [
          "cc786a6cc41c05bb",
        ],
      ],
      [
        "pdf/2+recursive/1",
        "P",
        "one
    two

    three

    four",
        [
          0,
          16,
          16,
        ],
        [
          "7a13b057b219285a",
          "119b0e438d94e904",
        ],
      ],
    ]
  `);
});
