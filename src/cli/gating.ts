import { appendFileSync } from 'node:fs';
import { GrkError } from '../contracts/errors.ts';
import { githubAnnotations } from '../report/ci/github.ts';
import { evalMarkdown, type MarkdownView } from '../report/ci/markdown.ts';
import type { GateRequest } from '../workbench/eval/gate.ts';
import { isOn, textOf } from './arguments.ts';
import { blocks } from './exit.ts';
import type { Io } from './io.ts';
import type { Arguments } from './program.ts';

/**
 * What `--baseline`, `--gate` and `--strict` ask for.
 * @throws GrkError GRK_USAGE for --gate beside --no-gate
 */
export function gatingOf(args: Arguments): GateRequest {
  const given: unknown[] = Array.isArray(args.gate) ? args.gate : [];
  const gates = given.filter((gate) => gate !== false).map(String);
  const isGated = !given.includes(false);
  if (!isGated && gates.length > 0) {
    throw new GrkError('GRK_USAGE', '--gate and --no-gate contradict each other', { remedy: 'Give one of them.' });
  }
  return { baseline: textOf(args, 'baseline'), gates, isGated, isStrict: isOn(args, 'strict', false) };
}

/** In a job of GitHub Actions: annotations beside the log, and the run in the summary of the step. */
export function tellGithub(io: Io, view: MarkdownView): void {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY: summary = '' } = io.env;
  if (GITHUB_ACTIONS !== 'true' || view.gates === undefined) return;
  const { isStrict } = view.gates;
  io.err(githubAnnotations({ report: view.report, gates: view.gates }, (result) => blocks(result, isStrict)));
  if (summary === '') return;
  try {
    appendFileSync(summary, evalMarkdown(view));
  } catch (error) {
    // The gates have been evaluated: their exit code must not be lost for a page beside them.
    io.err(`grk: warning: the step summary could not be written: ${error instanceof Error ? error.message : error}\n`);
  }
}
