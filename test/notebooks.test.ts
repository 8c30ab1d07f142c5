import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { differences } from '../notebooks/differences.ts';
import { cellModule } from '../notebooks/module.ts';
import { type Notebook, notebookText, type Output, parseNotebook } from '../notebooks/nbformat.ts';
import { ROOT } from './binary.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk notebooks ü '));
afterAll(() => rmSync(folder, { recursive: true }));

const cell = (source: string, outputs: Output[] = []) =>
  ({ cell_type: 'code', execution_count: 1, id: 'a', metadata: {}, outputs, source }) as const;
const stdout = (text: string): Output => ({ output_type: 'stream', name: 'stdout', text: [text] });
const notebook = (...cells: Notebook['cells']): Notebook => ({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });

describe('notebooks', () => {
  const committed = readdirSync(join(ROOT, 'notebooks')).filter((name) => name.endsWith('.ipynb'));
  it.each(committed)('%s was run from the first cell to the last', (name) => {
    const { cells } = parseNotebook(readFileSync(join(ROOT, 'notebooks', name), 'utf8'));
    const counts = cells.flatMap((each) => (each.cell_type === 'code' ? [each.execution_count] : []));
    expect(counts).toEqual(counts.map((_, i) => i + 1));
  });

  it('are compared with what is committed, by cell and line', () => {
    const write = (name: string, one: Notebook) => {
      writeFileSync(join(folder, name), notebookText(one));
      return join(folder, name);
    };
    const source = "import { display } from 'tslab';\nconst x: number = await Promise.resolve(41);\nx + 1";
    const right = write('right.ipynb', notebook(cell(source, [stdout('42\n')])));
    const wrong = write('wrong.ipynb', notebook(cell('export const y = 1;\ny', [stdout('2\n')])));
    const run = spawnSync(
      process.execPath,
      ['node_modules/tsx/dist/cli.mjs', 'notebooks/run.ts', '--check', right, wrong],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect(run.stderr.split('\n')).toEqual([
      'right.ipynb: as committed',
      'wrong: cell 1, line 1 of stdout',
      '  committed: 2',
      '  now:       1',
      'wrong.ipynb: not as committed',
      '',
    ]);
    expect(run.status).toBe(1);
  }, 30_000);

  it('are refused by name where they are none, and a misspelt option writes nothing', () => {
    const broken = join(folder, 'broken.ipynb');
    writeFileSync(broken, '{');
    const run = (...words: string[]) =>
      spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'notebooks/run.ts', ...words], {
        cwd: ROOT,
        encoding: 'utf8',
      });
    expect(run('--check', broken).stderr).toContain(`${broken} is no notebook: `);
    const misspelt = run('--chek', broken);
    expect([misspelt.status, misspelt.stderr]).toEqual([1, 'unknown option --chek: --check is the only one\n']);
  }, 30_000);

  it('differ by streams, forms of a display, and cells that put out nothing', () => {
    const shown = (data: Record<string, unknown>): Output => ({ output_type: 'display_data', data, metadata: {} });
    const between = (a: Output[], b: Output[]) => differences(notebook(cell('', a)), notebook(cell('', b))).length;
    expect(between([stdout('a\n')], [stdout('a\n')])).toBe(0);
    expect(between([stdout('a\n')], [])).toBe(1);
    expect(between([stdout('a\n')], [{ output_type: 'stream', name: 'stderr', text: 'a\n' }])).toBe(1);
    expect(between([shown({ 'image/svg+xml': '<svg/>' })], [shown({ 'image/svg+xml': ['<svg/>'] })])).toBe(0);
    expect(between([shown({ 'a/b': { x: 1 } })], [shown({ 'a/b': { x: 2 } })])).toBe(1);
  });

  it('name the cell and line of each line of their module', () => {
    const markdown = { cell_type: 'markdown', id: 'm', metadata: {}, source: '# x' } as const;
    const { text, placeOf } = cellModule(notebook(cell('a();\nb()'), markdown, cell('c()')), {
      recording: 'r',
      imports: {},
    });
    const lines = text.split('\n');
    expect(placeOf(lines.findIndex((line) => line.includes('b()')) + 1)).toEqual({ cell: 1, line: 2 });
    expect(placeOf(lines.findIndex((line) => line.includes('c()')) + 1)).toEqual({ cell: 3, line: 1 });
    expect(placeOf(1)).toBe(undefined);
  });
});
