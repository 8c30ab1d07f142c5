import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/command-table.ts';
import { type Effects, runProgram } from '../src/cli/program.ts';
import { grk, ROOT, workFolder, writeFiles } from './binary.ts';
import { guideCommands } from './guide-commands.ts';
import { guideProject } from './guide-project.ts';

const GOLDEN_GUIDE = '02-golden-set.md';
const guides = readdirSync(join(ROOT, 'docs', 'guides')).filter((name) => name.endsWith('.md'));
const commandsOf = (name: string) =>
  guideCommands(readFileSync(join(ROOT, name === 'README.md' ? '' : 'docs/guides', name), 'utf8'));
const nothing = Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, async () => 0])) as unknown as Effects;

/** Needs a service, a network or a model that is not here, or is run by a test of its own. */
const ELSEWHERE = /(?:ollama|openai|tei|cohere|jina|transformers|vectors):|models (?:fetch|distill)|guides\/examples/;

it('commands of the guides that cannot run here name commands and options that there are', async () => {
  for (const name of guides) {
    for (const { line, words } of commandsOf(name).filter(({ text }) => ELSEWHERE.test(text))) {
      const { fault } = await runProgram(words, nothing, '', 80);
      expect([name, line, fault?.message]).toEqual([name, line, undefined]);
    }
  }
});
/** A person would be asked, and nobody is there. */
const REFUSED = /^index drop [^-]*$/;

describe('run one after another in a project, the commands of the guides work', () => {
  const project = workFolder('guides');
  const config = (golden: string) =>
    writeFiles(project, { 'grk.config.json': JSON.stringify({ golden, reranker: 'none' }) });
  const runAll = async (name: string) => {
    const failed = [];
    for (const { line, words, text } of commandsOf(name).filter((each) => !ELSEWHERE.test(each.text))) {
      const { code, err } = await grk(project, words);
      if (code !== (REFUSED.test(words.join(' ')) ? 2 : 0)) failed.push({ line, text, code, err });
      if (words[0] === 'init') config('my-golden');
    }
    expect(failed).toEqual([]);
  };
  beforeAll(() => {
    // The guides begin without one.
    rmSync(join(project, 'grk.config.json'));
    guideProject(project);
  });

  // Those of the golden set come last, with a configuration of their own.
  it.each(guides.filter((name) => name !== GOLDEN_GUIDE && commandsOf(name).length > 0))('%s', runAll);
  it('README', async () => {
    for (const [from, to] of [
      ['before.json', 'old.json'],
      ['evals/baselines/main.json', 'main.json'],
    ] as const) {
      copyFileSync(join(project, from), join(project, to));
    }
    config('evals/golden/docs');
    await runAll('README.md');
  });
  it(GOLDEN_GUIDE, () => runAll(GOLDEN_GUIDE));
});
