import { SingleBar } from 'cli-progress';
import type { Progress } from '../contracts/ports.ts';
import type { TerminalStyle } from './style.ts';
import { cutEnd, displayWidth } from './terminal/display-width.ts';
import { inert } from './terminal/inert.ts';
import { inkOf } from './terminal/ink.ts';
import { countText } from './terminal/number.ts';

const BAR_COLUMNS = { min: 10, max: 40 };

/** Says nothing: for pipes, `--quiet` and tests. */
export const silentProgress: Progress = {
  start: () => {},
  advance: () => {},
  done: () => {},
};

/**
 * A bar on a terminal, gone when done; nothing on any other stream.
 * `done` restores the cursor and stops the timer that would keep the process alive: call it in a `finally`.
 */
export function terminalProgress(
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean },
  style: TerminalStyle,
): Progress {
  if (stream.isTTY !== true) return silentProgress;
  let bar: SingleBar | undefined;
  const done = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    start: (label, total) => {
      done();
      bar = new SingleBar({
        stream,
        hideCursor: true,
        clearOnComplete: true,
        fps: 10,
        format: (_options, { value, total: end, eta, maxWidth }) =>
          progressLine(
            { label, value, total: end, etaSeconds: value > 0 ? Number(eta) : Number.NaN },
            { ...style, width: maxWidth },
          ),
      });
      bar.start(Math.max(0, total), 0);
    },
    advance: (by = 1) => bar?.increment(by),
    done,
  };
}

export interface ProgressState {
  readonly label: string;
  readonly value: number;
  readonly total: number;
  /** Not finite: not known. */
  readonly etaSeconds: number;
}

/** `embedding  ███████░░░░░  12/96  8 s left`, narrower than the terminal. */
export function progressLine({ label, value, total, etaSeconds }: ProgressState, style: TerminalStyle): string {
  const { marks } = inkOf(style);
  const [full, empty] = style.unicode ? ['█', '░'] : ['#', '.'];
  const share = total > 0 ? Math.min(1, Math.max(0, value / total)) : 1;
  const count = `${countText(value)}/${countText(total)}`;
  const isDone = value >= total;
  const eta = isDone || !Number.isFinite(etaSeconds) ? '' : `  ${durationText(etaSeconds)} left`;
  const tail = `  ${count}${eta}`;
  const name = cutEnd(inert(label), Math.max(8, Math.floor(style.width / 3)), marks.ellipsis);
  const room = style.width - displayWidth(name) - 2 - tail.length - 1;
  if (room < BAR_COLUMNS.min) return cutEnd(`${name}${tail}`, style.width - 1, marks.ellipsis);
  const columns = Math.min(BAR_COLUMNS.max, room);
  const done = Math.floor(share * columns);
  return `${name}  ${full.repeat(done)}${empty.repeat(columns - done)}${tail}`;
}

function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const minutes = Math.ceil(whole / 60);
  if (whole < 60) return `${whole} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
