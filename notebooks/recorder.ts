import { inspect } from 'node:util';
import { lines, type Output } from './nbformat.ts';

type Streams = 'stdout' | 'stderr';

/** Takes what the cells of one notebook put out, cell by cell, in place of the process's own streams. */
export class Recorder {
  readonly outputs: Output[][] = [];
  private readonly writes = { stdout: process.stdout.write, stderr: process.stderr.write };

  start(): void {
    for (const name of ['stdout', 'stderr'] as const) {
      process[name].write = ((chunk: string | Uint8Array) => {
        this.stream(name, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
        return true;
      }) as typeof process.stdout.write;
    }
  }

  stop(): void {
    for (const name of ['stdout', 'stderr'] as const) process[name].write = this.writes[name];
  }

  cell(): void {
    this.outputs.push([]);
  }

  /** The value of a cell's last expression is shown, as tslab shows it. */
  last(value: unknown): void {
    if (value !== undefined && value !== null) this.stream('stdout', `${shown(value)}\n`);
  }

  /** Forms of one thing, shown one after the other, are one output, of which a reader shows the one that it likes best. */
  display(mime: string, data: unknown): void {
    const before = this.current().at(-1);
    if (before?.output_type === 'display_data' && !(mime in before.data)) before.data[mime] = stored(data);
    else this.current().push({ output_type: 'display_data', data: { [mime]: stored(data) }, metadata: {} });
  }

  private stream(name: Streams, text: string): void {
    const before = this.current().at(-1);
    if (before?.output_type === 'stream' && before.name === name) {
      before.text = lines([before.text].flat().join('') + text);
    } else this.current().push({ output_type: 'stream', name, text: lines(text) });
  }

  private current(): Output[] {
    return this.outputs.at(-1) ?? [];
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value);
}

function stored(data: unknown): unknown {
  return typeof data === 'string' ? lines(data) : data;
}
