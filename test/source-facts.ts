import ts from 'typescript';

/** What one source file imports, and what in it reads the world. */
export interface SourceFacts {
  /** Every specifier, of types too; undefined for an import that is not named by a literal. */
  readonly imports: readonly (string | undefined)[];
  /** Names of clocks, network, environment, randomness, locale and loaders, in order. */
  readonly impurities: readonly string[];
}

const WORLD: ReadonlySet<string> = new Set([
  ...['process', 'performance', 'Date', 'crypto', 'Intl', 'globalThis', 'global', 'navigator'],
  ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'Worker', 'console', 'eval', 'Function'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'require', 'createRequire'],
  ...['__dirname', '__filename', 'Temporal', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry'],
]);
const LOCAL_METHOD = /^(?:toLocale[A-Z]\w*|localeCompare)$/;

/** Reads a file by its syntax, so that comments and texts count for nothing. */
export function readSource(text: string): SourceFacts {
  const imports: (string | undefined)[] = [];
  const impurities: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) imports.push(literal(node.moduleSpecifier));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) imports.push(literal(node.moduleSpecifier));
    else if (ts.isImportTypeNode(node)) {
      imports.push(ts.isLiteralTypeNode(node.argument) ? literal(node.argument.literal) : undefined);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      imports.push(literal(node.arguments[0]));
    } else if (ts.isMetaProperty(node)) impurities.push('import.meta');
    else if (ts.isIdentifier(node)) {
      const name = impurityOf(node);
      if (name !== undefined) impurities.push(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true));
  return { imports, impurities };
}

function literal(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function impurityOf(node: ts.Identifier): string | undefined {
  const { parent, text } = node;
  if (LOCAL_METHOD.test(text)) return text;
  if (ts.isMetaProperty(parent) || isKey(node)) return undefined;
  if (text === 'Math') {
    // Only a named member can be judged.
    if (!ts.isPropertyAccessExpression(parent)) return 'Math';
    return parent.name.text === 'random' ? 'Math.random' : undefined;
  }
  return WORLD.has(text) ? text : undefined;
}

/** True for a name that is a member's, and so no reference to a global. */
function isKey(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent)) {
    return (ts.isPropertyAccessExpression(parent) ? parent.name : parent.right) === node;
  }
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isMethodDeclaration(parent)) &&
    parent.name === node
  );
}
