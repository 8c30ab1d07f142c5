import { ConfigSchema } from '../../contracts/config.ts';
import { GrkError } from '../../contracts/errors.ts';
import { type KeyRow, keyTable } from '../../report/terminal/key-table.ts';
import { type Choice, checkChoice, requireNoConfig, writeConfig } from '../../workbench/init.ts';
import { foundHere } from '../../workbench/next-steps.ts';
import { isOn, settingsOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { voiceOf } from '../session.ts';

/** `grk init`: asks a person about what the options leave open; a script is asked nothing. */
export async function init(io: Io, args: Arguments): Promise<number> {
  const { isJson, wantsColor } = voiceOf(args);
  if (!isOn(args, 'force', false)) requireNoConfig(io.cwd);
  const settings = settingsOf(COMMANDS.init, args);
  if (!isJson && !isOn(args, 'yes', false)) await askChoices(io, settings);
  const { file, keys } = writeConfig(io.cwd, settings);
  if (isJson) {
    io.out(`${JSON.stringify({ file, keys })}\n`);
    return EXIT.done;
  }
  const rows = keys.map(
    ({ key, meaning, choices }): KeyRow => ({
      key,
      value: choices.length < 2 ? meaning : `${meaning} (${choices.join(' | ')})`,
    }),
  );
  io.out(`wrote ${file}\n\n${keyTable(rows, io.outStyle(wantsColor), 'meaning')}\n`);
  io.out('Next: `grk` says what can be done in this folder.\n');
  return EXIT.done;
}

/** Adds the answers to the settings. An empty one keeps what is proposed; a wrong one is asked for again. */
async function askChoices(io: Io, settings: Record<string, string>): Promise<void> {
  if (io.ask === undefined) return;
  const defaults = ConfigSchema.parse({});
  const questions: readonly (readonly [Choice, string, string])[] = [
    ['golden', 'Golden set to measure on, a folder', foundHere(io.cwd).goldenSets[0] ?? 'none yet'],
    ['embedder', 'Embedder of the dense stage', defaults.embedder],
    ['reranker', 'Reranker, or none', defaults.reranker],
  ];
  for (const [key, question, proposed] of questions) {
    if (settings[key] !== undefined) continue;
    const answer = await askFor(io, io.ask, key, `${question} [${proposed}]: `);
    const chosen = answer ?? (key === 'golden' ? foundHere(io.cwd).goldenSets[0] : undefined);
    if (chosen !== undefined) settings[key] = chosen;
  }
}

async function askFor(io: Io, ask: NonNullable<Io['ask']>, choice: Choice, question: string) {
  for (;;) {
    const answer = (await ask(question)).trim();
    if (answer === '') return undefined;
    try {
      await checkChoice(io.cwd, choice, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof GrkError)) throw error;
      io.err(`${error.message}\n${error.remedy ?? ''}\n`);
    }
  }
}
