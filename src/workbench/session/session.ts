import { loadConfig } from '../../config/load.ts';
import type { Clock, Progress } from '../../contracts/ports.ts';
import type { Session } from './state.ts';

export interface SessionOptions {
  /** Working directory; relative paths start here. */
  readonly cwd: string;
  /** Configuration file; default: grk.config.json of the project, where there is one. */
  readonly configFile?: string | undefined;
  /** Where GRK_* variables are read from; default: nowhere. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Dotted configuration keys to text, over everything else. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** Configuration keys, nested as in the file, over everything else. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly progress?: Progress;
  readonly clock?: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly notice?: (text: string) => void;
}

const systemClock: Clock = { now: () => performance.now(), today: () => new Date().toISOString() };
const noProgress: Progress = { start: () => {}, advance: () => {}, done: () => {} };

/**
 * Opens a session: the configuration in force, and how the workbench speaks to its user.
 * @throws GrkError GRK_CONFIG_INVALID, GRK_FILE_MISSING, GRK_FILE_UNREADABLE
 */
export function createSession(options: SessionOptions): Session {
  return {
    loaded: loadConfig({
      cwd: options.cwd,
      env: options.env ?? {},
      file: options.configFile,
      flags: options.settings ?? {},
      values: options.config,
    }),
    cwd: options.cwd,
    progress: options.progress ?? noProgress,
    clock: options.clock ?? systemClock,
    signal: options.signal,
    notice: options.notice ?? (() => {}),
  };
}
