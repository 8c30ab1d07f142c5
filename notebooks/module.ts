import ts from 'typescript';
import { type CodeCell, joined, type Notebook } from './nbformat.ts';

/** One TypeScript module made of the cells of a notebook, which share its scope. */
export interface CellModule {
  readonly text: string;
  /** Cell, from 1 over all cells of the notebook, and line in it, from 1, of a line of the module, from 1. */
  readonly placeOf: (line: number) => { readonly cell: number; readonly line: number } | undefined;
}

export interface ModuleParts {
  /** Module specifier of `recording.ts`. */
  readonly recording: string;
  /** What an import in a cell is taken from instead. */
  readonly imports: Readonly<Record<string, string>>;
}

/** Each cell begins with a call that says so, and its last expression is handed over to be shown. */
export function cellModule(notebook: Notebook, { recording, imports }: ModuleParts): CellModule {
  const out = [`import { recorder as __recorder } from ${JSON.stringify(recording)};`];
  const starts: { readonly first: number; readonly count: number; readonly cell: number }[] = [];
  notebook.cells.forEach((cell, i) => {
    if (cell.cell_type !== 'code') return;
    out.push('__recorder.cell();');
    const code = withShownValue(cell, imports).split('\n');
    starts.push({ first: out.length + 1, count: code.length, cell: i + 1 });
    out.push(...code);
  });
  return {
    text: `${out.join('\n')}\nexport {};\n`,
    placeOf: (line) => {
      const start = starts.find(({ first, count }) => line >= first && line < first + count);
      return start && { cell: start.cell, line: line - start.first + 1 };
    },
  };
}

/** Edits stay within their lines, so that lines are those of the cell. */
function withShownValue(cell: CodeCell, imports: ModuleParts['imports']): string {
  const text = joined(cell.source);
  const { statements } = ts.createSourceFile('cell.ts', text, ts.ScriptTarget.Latest, true);
  const edits = statements.flatMap((statement, i) => {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const other = imports[statement.moduleSpecifier.text];
      return other === undefined ? [] : [editOf(statement.moduleSpecifier, JSON.stringify(other))];
    }
    if (i < statements.length - 1 || !ts.isExpressionStatement(statement)) return [];
    return [editOf(statement, `__recorder.last(${statement.expression.getText()});`)];
  });
  return edits.reduceRight((code, { start, end, by }) => code.slice(0, start) + by + code.slice(end), text);
}

function editOf(node: ts.Node, by: string) {
  return { start: node.getStart(), end: node.getEnd(), by };
}
