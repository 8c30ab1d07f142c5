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

function firstDifference(place: string, before: readonly string[], after: readonly string[]): string[] {
  const at = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => i).find(
    (i) => before[i] !== after[i],
  );
  if (at === undefined) return [];
  const line = (text: string | undefined) => (text === undefined ? '(nothing)' : text.trimEnd());
  return [
    `${place}, line ${at + 1} of what it puts out\n  committed: ${line(before[at])}\n  now:       ${line(after[at])}`,
  ];
}

/** Lines of text, each form of a display under its name. */
function flat(outputs: readonly Output[]): string[] {
  return outputs.flatMap((output) => {
    if (output.output_type === 'stream') return [`[${output.name}]`, ...lines([output.text].flat().join(''))];
    return Object.entries(output.data).flatMap(([mime, data]) => [
      `[${mime}]`,
      ...lines(
        typeof data === 'string' || Array.isArray(data) ? [data].flat().join('') : JSON.stringify(data, null, 1),
      ),
    ]);
  });
}
