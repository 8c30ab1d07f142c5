import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode, type ErrorKind, GrkError } from '../contracts/errors.ts';
import { COMMANDS, type CommandName } from './command-table.ts';
import { exitCodeOf } from './exit.ts';
import { type Arguments, type Effects, runProgram } from './program.ts';

/** Runs a command line with spies in place of the commands. */
async function parse(line: string | string[]) {
  const calls: [CommandName, Arguments][] = [];
  const names = Object.keys(COMMANDS) as CommandName[];
  const effects = Object.fromEntries(
    names.map((name) => [
      name,
      async (args: Arguments) => {
        calls.push([name, args]);
        return 7;
      },
    ]),
  ) as unknown as Effects;
  const argv = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  return { ...(await runProgram(argv, effects, '1.2.3', 80)), calls };
}

describe('runProgram', () => {
  it.each([
    ['eval --gate', ['significant']],
    ['eval --gate --strict', ['significant']],
    ['eval --gate any-loss --gate', ['any-loss', 'significant']],
    ['eval --gate=bm25=any-loss@RR@10 my.suite.json', ['bm25=any-loss@RR@10']],
    ['eval --no-gate', [false]],
    ['eval', undefined],
  ])('reads the gates of "%s"', async (line, gates) => {
    const { calls } = await parse(line);
    expect(calls.map(([name, args]) => [name, args.gate])).toEqual([['evalRun', gates]]);
  });
  it.each([
    ['search --rerank restore a file', 'configured'],
    ['search restore --rerank=noop a file', 'noop'],
    ['search restore a file', undefined],
  ])('takes the words behind --rerank for the query in "%s"', async (line, rerank) => {
    const { calls } = await parse(line);
    expect(calls.map(([, args]) => [args.rerank, args.query])).toEqual([[rerank, ['restore', 'a', 'file']]]);
  });
  it.each([
    ['', 'no command was given'],
    ['evl', 'unknown command "evl". Did you mean "eval"?'],
    ['golden chek', 'unknown command "golden chek". Did you mean "golden check"?'],
    ['golden chek --golden a --out b', 'unknown command "golden chek". Did you mean "golden check"?'],
    ['golden', 'grk golden needs one of: init, check, import, add, pool, stats, texts'],
    ['ingets a --no-dense', 'unknown command "ingets". Did you mean "ingest"?'],
    ['serach x --mode hybrid', 'unknown command "serach". Did you mean "search"?'],
    ['search --mode bm26 x', '--mode cannot be "bm26" (choices: bm25, dense, hybrid)'],
    ['search --filer a=b x', 'unknown option --filer. Did you mean "--filter"?'],
    ['eval --no-dens', 'unknown option --no-dens. Did you mean "--no-dense"?'],
    ['eval --golden', '--golden needs a value'],
    ['eval --split dev --split test', '--split was given more than once'],
    ['eval a.json b.json', 'unexpected argument "b.json"'],
    ['eval scroe q r', 'unknown command "eval scroe". Did you mean "eval score"?'],
    ['eval score q', 'grk eval score needs <qrels> <runs..>'],
    ['eval score q r --compat trec_eval-8', '--compat cannot be "trec_eval-8" (choices: trec_eval-9)'],
    ['report show', 'grk report show needs <file>'],
    ['ingest', 'grk ingest needs <paths..>'],
    ['init extra', 'unexpected argument "extra"'],
  ])('refuses "%s" and runs nothing', async (line, message) => {
    const { fault, exitCode, calls } = await parse(line);
    expect([fault?.message, exitCode, calls]).toEqual([message, 2, []]);
    expect(fault?.hint).toMatch(/^Run `grk .*--help` for (its arguments|the commands)\.$/);
  });

  it.each<[string, CommandName, object]>([
    ['eval', 'evalRun', {}],
    ['eval run s.json', 'evalRun', { suite: 's.json' }],
    [
      'eval s.json --no-dense --set a.b=1 --set c=2 --category x --category y',
      'evalRun',
      { suite: 's.json', dense: false, set: ['a.b=1', 'c=2'], category: ['x', 'y'] },
    ],
    ['search 007 1e5 --top-k 5 -q', 'search', { query: ['007', '1e5'], 'top-k': '5', quiet: true }],
    ['golden pool --read p.tsv', 'goldenPool', { sources: [], read: 'p.tsv' }],
    ['golden check --golden g', 'goldenCheck', { golden: 'g' }],
    ['config show --origin', 'configShow', { origin: true }],
    ['eval score - r P(rel=2)@5', 'evalScore', { qrels: '-', runs: ['r', 'P(rel=2)@5'] }],
    ['eval score q - map -q', 'evalScore', { qrels: 'q', runs: ['-', 'map'], 'per-topic': true }],
    ['eval score q r --quiet', 'evalScore', { quiet: true }],
  ])('runs "%s"', async (line, name, args) => {
    const { exitCode, fault, calls } = await parse(line);
    expect([fault, exitCode]).toEqual([undefined, 7]);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.[0]).toBe(name);
    expect(calls[0]?.[1]).toMatchObject(args);
  });

  it('takes words behind -- as they are', async () => {
    const { calls } = await parse(['search', '--mode', 'bm25', '--', '--max-depth', '-x']);
    expect(calls[0]?.[1]).toMatchObject({ query: ['--max-depth', '-x'], mode: 'bm25' });
  });
  it('reads -q as per topic in eval score, and as quiet elsewhere', async () => {
    expect((await parse('eval score q r -q')).calls[0]?.[1].quiet).toBe(undefined);
    expect((await parse('doctor -q')).calls[0]?.[1].quiet).toBe(true);
  });
  it('shows help with examples for every command, and runs nothing', async () => {
    for (const { path, examples } of Object.values(COMMANDS)) {
      const { output, calls, exitCode } = await parse(`${path} --help`);
      expect([calls, exitCode]).toEqual([[], 0]);
      expect(output).toContain(examples[0][0].slice(0, 20));
      expect(output).toContain('--json');
    }
  });
  it.each([
    ['golden chek', 'golden --help', 'the commands'],
    ['serach x', '--help', 'the commands'],
    ['golden add', 'golden add --help', 'its arguments'],
  ])('sends "%s" to the help of the nearest known part', async (line, help, of) => {
    expect((await parse(line)).fault?.hint).toBe(`Run \`grk ${help}\` for ${of}.`);
  });
  it('shows examples in the help of groups, and exit codes in that of grk', async () => {
    expect((await parse('--help')).output).toContain('Exit codes: 0 done');
    for (const group of ['golden', 'report', 'config']) {
      expect((await parse(`${group} --help`)).output).toContain(`Examples:\n  grk ${group} `);
    }
  });
  it('describes an option as the command means it', async () => {
    expect((await parse('golden add --help')).output).toContain('Category of a new topic');
    expect((await parse('eval --help')).output).toContain('Category of topics (repeatable)');
  });
  it('shows no default that is none and no type that is not the type', async () => {
    for (const { path } of Object.values(COMMANDS))
      expect((await parse(`${path} --help`)).output).not.toContain('[required] [default');
    expect((await parse('eval --help')).output).not.toMatch(/--(top-k|repeats)[^-]*\[string\]/);
  });
  it('completes commands, options and choices', async () => {
    const completed = async (...words: string[]) =>
      (await parse(['--get-yargs-completions', 'grk', ...words])).output.split('\n');
    expect(await completed('')).toEqual(expect.arrayContaining(['completion', 'eval', 'models']));
    expect(await completed('golden', '')).toEqual(['init', 'check', 'import', 'add', 'pool', 'stats', 'texts']);
    expect(await completed('search', '--mode', '')).toEqual(['bm25', 'dense', 'hybrid']);
    expect(await completed('search', '--mode', '=', 'h')).toEqual(['bm25', 'dense', 'hybrid']);
    expect(await completed('eval', 'run', '--rer')).toContain('--reranker');
    // Without an argument that is needed, and of the command that a group stands for.
    expect(await completed('models', 'fetch', '--')).toEqual(expect.arrayContaining(['--dtype', '--quiet', '--help']));
    expect(await completed('eval', '--')).toEqual(expect.arrayContaining(['--measures', '--no-dense', '--no-color']));
    // A file is for the shell to complete.
    for (const words of [
      ['report', 'show', ''],
      ['eval', '--golden', ''],
      ['golden', 'add', 'x', ''],
    ]) {
      expect(await completed(...words)).toEqual(['']);
    }
    expect((await parse('completion')).output).toContain('complete ');
  });
  it('prints the version', async () => {
    expect((await parse('--version')).output).toBe('1.2.3');
  });
});

describe('exitCodeOf', () => {
  it('knows every kind of error', () => {
    const codes = Object.fromEntries(
      (Object.keys(ERRORS) as ErrorCode[]).map((code) => [
        ERRORS[code].kind,
        exitCodeOf(new GrkError(code, '', { remedy: '' })),
      ]),
    );
    expect(codes satisfies Partial<Record<ErrorKind, number>>).toEqual({
      usage: 2,
      config: 2,
      golden: 2,
      identity: 2,
      ingest: 1,
      store: 1,
      provider: 1,
      run: 1,
      unmeasured: 4,
      interrupted: 130,
    });
  });
  it('calls a foreign error a failure', () => {
    expect(exitCodeOf(new TypeError('x'))).toBe(1);
  });
});
