import { z } from 'zod';
import { exitCodeOf } from '../src/cli/exit.ts';
import { ConfigSchema } from '../src/contracts/config.ts';
import { ERRORS, type ErrorCode, GrkError } from '../src/contracts/errors.ts';
import { GoldenManifestSchema, JudgmentRowSchema } from '../src/contracts/golden.ts';
import { ReportSchema } from '../src/contracts/report.ts';
import { SuiteFileSchema } from '../src/contracts/suite.ts';
import { cliDocs, configDocs } from './cli-docs.ts';
import { measureDocs } from './measure-docs.ts';

const SCHEMAS = [
  ['config', 'grk.config.json', ConfigSchema],
  ['suite', 'A suite file', SuiteFileSchema],
  ['golden-manifest', 'manifest.json of a golden set', GoldenManifestSchema],
  ['judgment', 'One row of judgments.jsonl', JudgmentRowSchema],
  ['report', 'A report of grk eval', ReportSchema],
] as const;

/** Path and text of every generated document. */
export function generatedDocs(): Map<string, string> {
  const docs = new Map<string, string>();
  for (const [name, title, schema] of SCHEMAS) {
    const json = { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), title };
    docs.set(`docs/schemas/${name}.schema.json`, `${JSON.stringify(json, null, 2)}\n`);
  }
  docs.set('docs/errors.md', errorList());
  docs.set('docs/measures.md', measureDocs());
  docs.set('docs/reference/cli.md', cliDocs());
  docs.set('docs/reference/configuration.md', configDocs());
  return docs;
}

function errorList(): string {
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const { kind, means } = ERRORS[code];
    return `| \`${code}\` | ${kind} | ${exitCodeOf(new GrkError(code, '', { remedy: '' }))} | ${means} |`;
  });
  return [
    '# Errors',
    '',
    'Every error has a stable code, a message that names the thing, and what to do about it. This list is generated from',
    'the sources.',
    '',
    '| code | kind | exit code | means |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Exit codes: 0 done · 1 failed at run time · 2 usage or configuration · 3 gate failed · 4 nothing measured · 130 stopped',
    'by the user. `grk search` follows grep: 0 hits · 1 none · 2 any error.',
    '',
  ].join('\n');
}
