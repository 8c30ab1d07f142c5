import type { ImportFormat, JudgmentRow } from '../../contracts/golden.ts';
import { compareBytes } from '../../contracts/ids.ts';

export interface ImportFacts {
  readonly name: string;
  readonly format: ImportFormat;
  /** Names of the files and folders that were read. */
  readonly sources: readonly string[];
  readonly documents: number;
  readonly rows: readonly JudgmentRow[];
  /** Judgments of documents that the corpus lacks. */
  readonly leftOut: number;
}

/** A datasheet with what an import can know, and questions for what only its makers do. */
export function datasheetOf({ name, format, sources, documents, rows, leftOut }: ImportFacts): string {
  const splits = [...new Set(rows.map(({ split }) => split))].sort(compareBytes);
  const lines = splits.map((split) => {
    const own = rows.filter((row) => row.split === split);
    const count = (answerable: JudgmentRow['answerable']) => own.filter((row) => row.answerable === answerable).length;
    const judged = own.reduce((sum, { gold }) => sum + gold.length, 0);
    return `| ${split} | ${own.length} | ${count(true)} | ${count(false)} | ${count('unknown')} | ${judged} |`;
  });
  const gone =
    leftOut === 0
      ? ''
      : `\n${leftOut} judgments name documents that the corpus lacks. They are left out, so recall is over the documents that are
there; \`left-out.tsv\` lists them.\n`;
  return `# ${name}

Imported by \`grk golden import ${format}\` from ${sources.map((source) => `\`${source}\``).join(', ')}.

## What is known

${documents} documents.

| split | topics | answerable | without an answer | unknown | judgments |
|---|---|---|---|---|---|
${lines.join('\n')}

*Unknown*: no relevant document was judged; such topics are in no mean.
${gone}
## To be filled in

- Who made the topics and the judgments, when, and from what?
- How were documents chosen for judging? What was never judged?
- What do the grades mean?
- Licence and language (in \`manifest.json\` too, where they are "unstated" and "und").
- What can these topics show, and what can they not?
`;
}
