import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { type CellModule, cellModule } from './module.ts';
import type { Notebook, Output } from './nbformat.ts';
import { nextRecorder } from './recording.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);
/** Inside the package, so that cells import it by name, as those of a user do. */
const MODULES = join(ROOT, '.cache', 'notebooks');

export interface Prepared {
  readonly name: string;
  readonly notebook: Notebook;
  readonly module: CellModule;
  /** The module as a file. */
  readonly file: string;
}

export function prepare(path: string, notebook: Notebook): Prepared {
  const name = basename(path, '.ipynb');
  const file = join(MODULES, `${name}.ts`);
  const module = cellModule(notebook, {
    recording: join(HERE, 'recording.ts'),
    imports: { tslab: join(HERE, 'tslab.ts') },
  });
  mkdirSync(MODULES, { recursive: true });
  writeFileSync(file, module.text);
  return { name, notebook, module, file };
}

/** Faults that the compiler finds in the cells, by notebook, cell and line. */
export function typeFaults(prepared: readonly Prepared[]): string[] {
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
  };
  const program = ts.createProgram(
    prepared.map(({ file }) => file),
    options,
  );
  return prepared.flatMap((each) => {
    const source = program.getSourceFile(each.file);
    if (source === undefined) return [`${each.name}: could not be compiled`];
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ start, messageText }) => {
      const { line } = source.getLineAndCharacterOfPosition(start ?? 0);
      return `${where(each, line + 1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

/**
 * Runs the cells from the first to the last, in the folder of the notebook.
 * @returns the notebook with what they put out
 * @throws Error naming notebook, cell and line
 */
export async function executed(prepared: Prepared): Promise<Notebook> {
  const recorder = nextRecorder();
  const before = process.cwd();
  process.chdir(HERE);
  recorder.start();
  try {
    await import(pathToFileURL(prepared.file).href);
  } catch (error) {
    throw new Error(
      `${where(prepared, lineOf(error, prepared.file))}: ${error instanceof Error ? error.stack : error}`,
    );
  } finally {
    recorder.stop();
    process.chdir(before);
  }
  return withOutputs(prepared.notebook, recorder.outputs);
}

function withOutputs(notebook: Notebook, outputs: readonly Output[][]): Notebook {
  let count = 0;
  return {
    ...notebook,
    cells: notebook.cells.map((cell) =>
      cell.cell_type === 'code' ? { ...cell, outputs: outputs[count] ?? [], execution_count: ++count } : cell,
    ),
  };
}

function lineOf(error: unknown, file: string): number {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const at = stack.indexOf(file);
  return at < 0 ? 0 : Number(/^:(\d+)/.exec(stack.slice(at + file.length))?.[1] ?? 0);
}

function where({ name, module }: Prepared, line: number): string {
  const place = module.placeOf(line);
  return place === undefined ? name : `${name}, cell ${place.cell}, line ${place.line}`;
}
