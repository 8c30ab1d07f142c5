import type { Ollama } from 'ollama/browser';
import { GrkError } from '../../contracts/errors.ts';
import { attempt, type HttpWords } from '../external/http-attempt.ts';
import { serviceWords, textAt, tooLongRemedy } from '../service/service-words.ts';
import { loadOllama } from './package.ts';

const DEFAULT_HOST = 'http://127.0.0.1:11434';
const FORM = 'See whether an Ollama server stands there.';
/** A server listens at these, and nobody can be asked there on every system. */
const LISTENING: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };

/** A client for one call, which ends at the time limit or when the signal fires. */
export type OllamaClient = (timeoutMs: number, signal?: AbortSignal) => Ollama;

export interface OllamaServer {
  readonly client: OllamaClient;
  /** Its address as the client reads it, without a slash at the end. */
  readonly where: string;
}

/**
 * The client of Ollama, with requests of our own beneath it: those of the client have no time limit and no signal, and it
 * prints to the standard output. One attempt each: a server on one machine is no better a moment later.
 * @param host as OLLAMA_HOST; empty: that of the makers
 * @throws GrkError GRK_DEPENDENCY_MISSING, GRK_CONFIG_INVALID
 */
export async function ollamaClient(model: string, host: string): Promise<OllamaServer> {
  const what = `embedder "ollama:${model}"`;
  const Client = await loadOllama(what);
  class Located extends Client {
    get where(): string {
      return this.config.host;
    }
  }
  const given = host.trim() === '' ? DEFAULT_HOST : host.trim();
  const words = wordsOf(model);
  const client = (timeoutMs: number, signal?: AbortSignal) =>
    new Located({
      host: given,
      fetch: async (input, init) => {
        const address = addressOf(String(input));
        const { body, headers } = init ?? {};
        const result = await attempt(
          {
            address,
            shown: address,
            ...(typeof body === 'string' ? { body } : {}),
            headers: Object.fromEntries(new Headers(headers)),
            timeoutMs,
            words,
          },
          signal,
        );
        if ('fault' in result) throw result.fault;
        return Object.assign(new Response(), { json: async () => result.body });
      },
    });
  return { client, where: checkedHost(() => client(1).where, what) };
}

/** The value is not shown: it may hold a password. */
function checkedHost(read: () => string, what: string): string {
  try {
    const where = addressOf(read());
    const { protocol, username, password } = new URL(where);
    if (/^https?:$/.test(protocol) && username === '' && password === '') return where.replace(/\/$/, '');
  } catch {
    // Told below.
  }
  throw new GrkError('GRK_CONFIG_INVALID', `${what}: OLLAMA_HOST or url names no address of a server`, {
    remedy: 'Write host, host:port or http://host:port, without a user name or a password.',
  });
}

function addressOf(url: string): string {
  const address = new URL(url);
  address.hostname = LISTENING[address.hostname] ?? address.hostname;
  return address.href;
}

function wordsOf(model: string): HttpWords {
  return serviceWords({
    form: FORM,
    reason: (body) => textAt(body, 'error'),
    key: process.env.OLLAMA_API_KEY || undefined,
    unreachable: 'Start it with `ollama serve`; where it stands at another address, name that in OLLAMA_HOST or ?url=.',
    remedy: (status, reason) => {
      if (status === 404) return pullRemedy(model);
      if (status === 401) return 'Check OLLAMA_API_KEY.';
      if (status === 403) return 'The server takes requests for localhost only: start it with OLLAMA_HOST=0.0.0.0.';
      if (/support embed/i.test(reason)) return 'Name a model that embeds, such as nomic-embed-text.';
      if (/NaN|\bInf\b|unsupported value/i.test(reason)) {
        return 'The model does not run well in this number format: pull another quantisation, or update Ollama.';
      }
      return tooLongRemedy(reason);
    },
  });
}

export function pullRemedy(model: string): string {
  return `Fetch it with \`ollama pull ${model}\`.`;
}
