import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export type Answering = (asked: Asked, response: ServerResponse) => void;

export interface Loopback {
  /** Without a slash at the end. */
  readonly url: string;
  /** Every request so far. */
  readonly asked: Asked[];
  /** How the next requests are answered, one each; then as usual. */
  readonly next: Answering[];
  readonly close: () => void;
}

/** A server on a free port of this machine. */
export async function loopback(usual: Answering): Promise<Loopback> {
  const asked: Asked[] = [];
  const next: Answering[] = [];
  const server = createServer((raw, response) => {
    const chunks: Buffer[] = [];
    raw.on('data', (chunk: Buffer) => chunks.push(chunk));
    raw.on('end', () => {
      const { method = '', url = '', headers } = raw;
      const one = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
      asked.push(one);
      (next.shift() ?? usual)(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    next,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function json(response: ServerResponse, status: number, value: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
