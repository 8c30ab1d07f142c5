/** Makes the heads of every table buttons that sort it. */
export function sortTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table.sortable')) {
    for (const head of table.tHead?.rows[0]?.cells ?? []) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener('click', () => sortBy(table, head));
    }
  }
}

/** A choice above every table whose rows are of several kinds. */
export function filterTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table.sortable')) {
    const rows = [...(table.tBodies[0]?.rows ?? [])];
    const kinds = [...new Set(rows.flatMap(({ dataset: { by } }) => by ?? []))];
    if (kinds.length < 2) continue;
    const choice = document.createElement('select');
    choice.append(new Option('all', ''), ...kinds.map((kind) => new Option(kind, kind)));
    choice.addEventListener('change', () => {
      for (const row of rows) row.hidden = choice.value !== '' && row.dataset.by !== choice.value;
    });
    const label = document.createElement('label');
    label.className = 'filter';
    label.append('Show ', choice);
    table.parentElement?.before(label);
  }
}

function sortBy(table: HTMLTableElement, head: HTMLTableCellElement): void {
  const isRising = head.getAttribute('aria-sort') !== 'ascending';
  for (const each of table.tHead?.rows[0]?.cells ?? []) each.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', isRising ? 'ascending' : 'descending');
  const body = table.tBodies[0];
  if (body === undefined) return;
  const at = head.cellIndex;
  const isNumber = head.classList.contains('n');
  const rows = [...body.rows].map((row) => ({ row, text: row.cells[at]?.textContent ?? '' }));
  rows.sort((a, b) => (isRising ? 1 : -1) * compare(a.text, b.text, isNumber));
  // What was not measured stands last, whatever the order.
  const hasNone = ({ text }: { text: string }) => isNumber && Number.isNaN(numberOf(text));
  body.append(...[...rows.filter((each) => !hasNone(each)), ...rows.filter(hasNone)].map(({ row }) => row));
}

function compare(a: string, b: string, isNumber: boolean): number {
  return isNumber ? numberOf(a) - numberOf(b) || 0 : a < b ? -1 : a > b ? 1 : 0;
}

/** Of figures as the page writes them: the first number, so that of an interval the lower bound. */
function numberOf(text: string): number {
  return Number.parseFloat(/-?\d[\d.,]*(e[+-]?\d+)?/.exec(text.replaceAll('−', '-'))?.[0].replaceAll(',', '') ?? '');
}
