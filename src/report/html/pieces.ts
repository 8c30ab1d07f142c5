import type { Direction, MeasureDirection } from '../../contracts/delta.ts';
import { type ChangeFigure, type Figure, type Maybe, NOT_MEASURED } from '../view/figure.ts';
import { type Markup, markup, type Piece } from './markup.ts';

const SIGNS = { up: '▲', down: '▼', none: '■' } as const satisfies Record<MeasureDirection, string>;
const VERDICTS = {
  IMPROVEMENT: ['up', '▲'],
  REGRESSION: ['down', '▼'],
  MIXED: ['mixed', '◆'],
  'NO CHANGE': ['none', '■'],
} as const satisfies Record<Direction, readonly [string, string]>;

/** A difference: a sign, the number, and a colour that says it once more. */
export function changeCell(change: Maybe<ChangeFigure>): Markup {
  if (change === null) return absent();
  return markup`<td class="n ${change.direction}"><span aria-hidden="true">${SIGNS[change.direction]}</span> ${change.text}</td>`;
}

export function figureCell(figure: Maybe<Figure>): Markup {
  return figure === null ? absent() : markup`<td class="n">${figure.text}</td>`;
}

export function numberCell(value: number): Markup {
  return markup`<td class="n">${value}</td>`;
}

function absent(): Markup {
  return markup`<td class="n absent">${NOT_MEASURED}</td>`;
}

/** A direction as a badge; null: nothing may be concluded. */
export function badge(direction: Direction | null): Markup {
  if (direction === null) return markup`<span class="badge open"><span aria-hidden="true">○</span> NO VERDICT</span>`;
  const [kind, sign] = VERDICTS[direction];
  return markup`<span class="badge ${kind}"><span aria-hidden="true">${sign}</span> ${direction}</span>`;
}

export interface TableParts {
  readonly id: string;
  readonly caption: Piece;
  readonly head: readonly HeadCell[];
  /** Rows of cells. */
  readonly rows: readonly Markup[];
}

export interface HeadCell {
  readonly text: string;
  readonly isNumber?: boolean;
}

/** A table that the script lets be sorted. Scrolls in a region of its own where it is wider than the page. */
export function table({ id, caption, head, rows }: TableParts): Markup {
  const cells = head.map(({ text, isNumber }) =>
    isNumber === true ? markup`<th scope="col" class="n">${text}</th>` : markup`<th scope="col">${text}</th>`,
  );
  return markup`<div class="scroll" role="region" aria-labelledby="${id}-caption" tabindex="0"><table id="${id}" class="sortable">
<caption id="${id}-caption">${caption}</caption>
<thead><tr>${cells}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}
