import { lines, type Notebook, type Output } from './nbformat.ts';

/** What the cells put out otherwise than the notebook says, by cell. */
export function differences(committed: Notebook, run: Notebook): string[] {
  return committed.cells.flatMap((cell, i) => {
    const other = run.cells[i];
    if (cell.cell_type !== 'code' || other?.cell_type !== 'code') return [];
    const place = `cell ${i + 1}`;
    const counts = cell.execution_count === other.execution_count ? [] : [`${place}: was not run in this order`];
    return [...counts, ...firstDifference(place, flat(cell.outputs), flat(other.outputs))];
  });
}

/** A line of an output, and where in it. */
interface Line {
  readonly part: string;
  readonly number: number;
  readonly text: string;
}

function firstDifference(place: string, before: readonly Line[], after: readonly Line[]): string[] {
  const at = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => i).find(
    (i) => before[i]?.text !== after[i]?.text || before[i]?.part !== after[i]?.part,
  );
  const first = at === undefined ? undefined : (before[at] ?? after[at]);
  if (at === undefined || first === undefined) return [];
  const said = (line: Line | undefined) => {
    if (line === undefined) return '(nothing)';
    return `${line.part === first.part ? '' : `[${line.part}] `}${line.text.trimEnd()}`;
  };
  return [
    `${place}, line ${first.number} of ${first.part}\n  committed: ${said(before[at])}\n  now:       ${said(after[at])}`,
  ];
}

/** Lines of streams, and of every form of a display. */
function flat(outputs: readonly Output[]): Line[] {
  const linesOf = (part: string, text: string) => lines(text).map((each, i) => ({ part, number: i + 1, text: each }));
  return outputs.flatMap((output) => {
    if (output.output_type === 'stream') return linesOf(output.name, [output.text].flat().join(''));
    return Object.entries(output.data).flatMap(([mime, data]) =>
      linesOf(
        mime,
        typeof data === 'string' || Array.isArray(data) ? [data].flat().join('') : JSON.stringify(data, null, 1),
      ),
    );
  });
}
