import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROOT } from './binary.ts';

const OWN = '/dist/';

/** Types of ours that a published declaration names and its module does not export, each with where it is named. */
function unexportedTypes(module: string): string[] {
  const file = join(ROOT, 'dist', `${module}.d.ts`);
  const kinds = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  const program = ts.createProgram([file], { ...kinds, strict: true, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (symbol === undefined) throw new Error(`${file} is no module`);
  const meant = (each: ts.Symbol) => (each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each);
  const isOwn = (node: ts.Node) => node.getSourceFile().fileName.includes(OWN);
  const exported = new Set(checker.getExportsOfModule(symbol).map(meant));
  const found = new Set<string>();
  for (const each of exported) {
    const visit = (node: ts.Node): void => {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : undefined;
      const type = name === undefined ? undefined : checker.getSymbolAtLocation(name);
      const target = type === undefined ? undefined : meant(type);
      const isParameter = target !== undefined && (target.flags & ts.SymbolFlags.TypeParameter) !== 0;
      if (target !== undefined && !isParameter && !exported.has(target) && target.declarations?.some(isOwn)) {
        found.add(`${target.name} (in ${each.name})`);
      }
      ts.forEachChild(node, visit);
    };
    for (const declaration of each.declarations?.filter(isOwn) ?? []) visit(declaration);
  }
  return [...found];
}

describe('published types', () => {
  it('are all exported from where signatures name them', { timeout: 60_000 }, () => {
    expect(unexportedTypes('index')).toEqual([]);
  });
  it('finds one that is not: the matcher takes a Report, which grk exports', { timeout: 60_000 }, () => {
    expect(unexportedTypes('vitest')).toEqual(['Report (in ReportInput)']);
  });
});
