import { readFileSync } from 'node:fs';
import { GrkError } from '../contracts/errors.ts';
import { exitCodeOf, exitCodeOfSearchError } from './exit.ts';
import { type Io, processIo } from './io.ts';
import { type Arguments, type Effects, runProgram } from './program.ts';

const INTERRUPTED = 130;
/** Node's code for an `await` that nothing is left to settle. */
const UNSETTLED = 13;

/**
 * Runs one command line and gives the exit code. Nothing is thrown.
 * The first Ctrl-C asks the command to stop where nothing is lost; the second ends the process.
 */
export async function runCli(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  const io = processIo(stop.signal);
  const onInterrupt = () => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
    io.err('\ngrk: stopping …\n');
  };
  // Code of the user's may end the process, or wait for what never comes: neither is success.
  const onEnd = (code: number) => {
    if (code !== 0 && code !== UNSETTLED) return;
    io.err('error: the process ended before the command did; code that it ran may have ended it, or never settled\n');
    process.exitCode = 1;
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  process.on('exit', onEnd);
  try {
    return await runCommand(argv, io);
  } finally {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onInterrupt);
    process.off('exit', onEnd);
  }
}

/** The same in any surroundings: what a command reads and writes is in `io`. */
export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  let codeOf = exitCodeOf;
  const onSearch = () => {
    codeOf = exitCodeOfSearchError;
  };
  try {
    if (argv.length === 0) return await (await import('./commands/next.ts')).next(io);
    const { exitCode, output, fault } = await runProgram(
      argv,
      effectsOf(io, onSearch),
      version(),
      io.outStyle(false).width,
    );
    if (output !== '') io.out(`${output}\n`);
    if (fault !== undefined) throw new GrkError('GRK_USAGE', fault.message, { remedy: fault.hint });
    return exitCode;
  } catch (error) {
    const { reportError } = await import('./report-error.ts');
    return reportError(error, argv, io, codeOf);
  }
}

/** Commands are imported when they run: help and typos cost nothing of theirs. */
function effectsOf(io: Io, onSearch: () => void): Effects {
  return {
    init: async (args: Arguments) => (await import('./commands/init.ts')).init(io, args),
    ingest: async (args: Arguments) => (await import('./commands/ingest.ts')).ingestCommand(io, args),
    search: async (args: Arguments) => {
      onSearch();
      return (await import('./commands/search.ts')).searchCommand(io, args);
    },
    citeVerify: async (args: Arguments) => (await import('./commands/cite-verify.ts')).citeVerifyCommand(io, args),
    indexStatus: async (args: Arguments) => (await import('./commands/index-status.ts')).indexStatusCommand(io, args),
    indexDoctor: async (args: Arguments) => (await import('./commands/index-doctor.ts')).indexDoctorCommand(io, args),
    indexRepair: async (args: Arguments) => (await import('./commands/index-repair.ts')).indexRepairCommand(io, args),
    indexBackfill: async (args: Arguments) =>
      (await import('./commands/index-backfill.ts')).indexBackfillCommand(io, args),
    indexDrop: async (args: Arguments) => (await import('./commands/index-drop.ts')).indexDropCommand(io, args),
    modelsList: async (args: Arguments) => (await import('./commands/models-list.ts')).modelsListCommand(io, args),
    modelsVerify: async (args: Arguments) =>
      (await import('./commands/models-verify.ts')).modelsVerifyCommand(io, args),
    modelsFetch: async (args: Arguments) => (await import('./commands/models-fetch.ts')).modelsFetchCommand(io, args),
    goldenInit: async (args: Arguments) => (await import('./commands/golden-init.ts')).goldenInitCommand(io, args),
    goldenCheck: async (args: Arguments) => (await import('./commands/golden-check.ts')).goldenCheckCommand(io, args),
    goldenImport: async (args: Arguments) =>
      (await import('./commands/golden-import.ts')).goldenImportCommand(io, args),
    goldenAdd: async (args: Arguments) => (await import('./commands/golden-add.ts')).goldenAddCommand(io, args),
    goldenPool: async (args: Arguments) => (await import('./commands/golden-pool.ts')).goldenPoolCommand(io, args),
    goldenStats: async (args: Arguments) => (await import('./commands/golden-stats.ts')).goldenStatsCommand(io, args),
    goldenTexts: async (args: Arguments) => (await import('./commands/golden-texts.ts')).goldenTextsCommand(io, args),
    evalRun: async (args: Arguments) => (await import('./commands/eval-run.ts')).evalRunCommand(io, args),
    evalScore: async (args: Arguments) => (await import('./commands/eval-score.ts')).evalScoreCommand(io, args),
    evalCompare: async (args: Arguments) => (await import('./commands/eval-compare.ts')).evalCompareCommand(io, args),
    evalPlan: async (args: Arguments) => (await import('./commands/eval-plan.ts')).evalPlanCommand(io, args),
    evalGate: async (args: Arguments) => (await import('./commands/eval-gate.ts')).evalGateCommand(io, args),
    evalAccept: async (args: Arguments) => (await import('./commands/eval-accept.ts')).evalAcceptCommand(io, args),
    reportJunit: async (args: Arguments) => (await import('./commands/report-junit.ts')).reportJunitCommand(io, args),
    reportMarkdown: async (args: Arguments) =>
      (await import('./commands/report-markdown.ts')).reportMarkdownCommand(io, args),
    reportShow: async (args: Arguments) => (await import('./commands/report-show.ts')).reportShowCommand(io, args),
    reportSvg: async (args: Arguments) => (await import('./commands/report-chart.ts')).reportSvgCommand(io, args),
    reportPng: async (args: Arguments) => (await import('./commands/report-chart.ts')).reportPngCommand(io, args),
    reportCsv: async (args: Arguments) => (await import('./commands/report-csv.ts')).reportCsvCommand(io, args),
    reportHtml: async (args: Arguments) => (await import('./commands/report-html.ts')).reportHtmlCommand(io, args),
    reportTrec: async (args: Arguments) => (await import('./commands/report-trec.ts')).reportTrecCommand(io, args),
    modelsDistill: async (args: Arguments) =>
      (await import('./commands/models-distill.ts')).modelsDistillCommand(io, args),
    configShow: async (args: Arguments) => (await import('./commands/config-show.ts')).configShowCommand(io, args),
    doctor: async (args: Arguments) => (await import('./commands/doctor.ts')).doctorCommand(io, args),
  };
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
