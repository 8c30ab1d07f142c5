/** A peer in Python that answers one JSON line with one JSON line, so that it can be measured in turn with ours. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Peer {
  ask<T>(question: object): Promise<T>;
  close(): void;
}

const PEERS = fileURLToPath(new URL('peers/', import.meta.url));

/** @returns undefined where the peer is not installed */
export async function openPeer(environment: string, script: string, ...args: string[]): Promise<Peer | undefined> {
  const python = join(PEERS, '.venv', environment, 'bin/python');
  if (!existsSync(python)) return undefined;
  const oneThread = { OMP_NUM_THREADS: '1', RAYON_NUM_THREADS: '1', TOKENIZERS_PARALLELISM: 'false' };
  const child = spawn(python, [join(PEERS, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...oneThread },
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`${script} ended without an answer`);
      return JSON.parse(value);
    },
    close: () => child.stdin.end(),
  };
}
