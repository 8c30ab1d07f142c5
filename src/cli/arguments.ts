import { GrkError } from '../contracts/errors.ts';
import type { CommandSpec } from './command-table.ts';
import { OPTIONS, type OptionName, type OptionSpec } from './options.ts';
import type { Arguments } from './program.ts';

export function textOf(
  args: Arguments,
  name: OptionName | 'config' | 'suite' | 'file' | 'qrels' | 'collection',
): string | undefined {
  const value = args[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new GrkError('GRK_USAGE', `--${name} needs a value`, { remedy: `Write --${name} VALUE.` });
}

/** @throws GrkError GRK_USAGE where the option is missing; `what` says what it is for */
export function requiredText(args: Arguments, name: OptionName, what: string): string {
  const text = textOf(args, name);
  if (text !== undefined) return text;
  throw new GrkError('GRK_USAGE', `--${name} is missing: ${what}`, { remedy: `Say --${name} VALUE.` });
}

export function listOf(args: Arguments, name: string): string[] {
  const value = args[name];
  return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
}

/**
 * The one value of an option that other commands take several of.
 * @throws GrkError GRK_USAGE
 */
export function onlyOf(args: Arguments, name: OptionName): string | undefined {
  const [first, ...more] = listOf(args, name);
  if (more.length === 0) return first;
  throw new GrkError('GRK_USAGE', `--${name} was given more than once`, { remedy: 'This command takes one.' });
}

/** A switch that is on unless turned off, or the reverse. */
export function isOn(args: Arguments, name: string, byDefault: boolean): boolean {
  const value = args[name];
  return typeof value === 'boolean' ? value : byDefault;
}

/**
 * Reads a whole number from 1.
 * @throws GrkError GRK_USAGE
 */
export function countOf(args: Arguments, name: OptionName, byDefault: number): number {
  const text = textOf(args, name);
  if (text === undefined) return byDefault;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new GrkError('GRK_USAGE', `--${name} is "${text}", which is not a whole number from 1`, {
    remedy: `Write, for example, --${name} 10.`,
  });
}

/**
 * What the options of a command set in the configuration: dotted key to text.
 * @throws GrkError GRK_USAGE for a --set that is not KEY=VALUE
 */
export function settingsOf(spec: CommandSpec, args: Arguments): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const text of listOf(args, 'set')) {
    const at = text.indexOf('=');
    if (at < 1) {
      throw new GrkError('GRK_USAGE', `--set "${text}" is not of the form KEY=VALUE`, {
        remedy: 'Write, for example, --set lexical.k1=1.2.',
      });
    }
    settings[text.slice(0, at)] = text.slice(at + 1);
  }
  for (const name of spec.options) {
    const { sets }: OptionSpec = OPTIONS[name];
    const value = args[name];
    if (sets === undefined || value === undefined) continue;
    if (value === '') throw new GrkError('GRK_USAGE', `--${name} needs a value`, { remedy: `Write --${name} VALUE.` });
    settings[sets] = String(value);
  }
  return settings;
}
