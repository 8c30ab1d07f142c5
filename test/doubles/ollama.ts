import type { ServerResponse } from 'node:http';
import { type Answering, json, type Loopback, loopback } from './loopback.ts';
import { vectorOf } from './vectors-of.ts';

export interface OllamaDoubleModel {
  readonly name: string;
  readonly digest: string;
  readonly architecture: string;
  readonly dimensions: number;
  /** Words stand for tokens, with two more around each text. */
  readonly contextLength: number;
  readonly capabilities: readonly string[];
}

export const NOMIC: OllamaDoubleModel = {
  name: 'nomic-embed-text:latest',
  digest: '0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f',
  architecture: 'nomic-bert',
  dimensions: 32,
  contextLength: 64,
  capabilities: ['embedding'],
};
export const LLAMA: OllamaDoubleModel = {
  ...NOMIC,
  name: 'llama3.2:3b',
  digest: 'a80c4f17acd55265feec403c7aef86be0c25983ab279d83f3bcd3abbcb5b8b72',
  architecture: 'llama',
  capabilities: ['completion', 'tools'],
};

export interface OllamaDouble extends Loopback {
  /** What it has, newest first. */
  readonly models: OllamaDoubleModel[];
  /** How texts are answered, but for the one that is asked when a model is opened; undefined: as usual. */
  embed: Answering | undefined;
  /** As version 0.13 did: long texts are cut whatever `truncate` says. */
  isCutting: boolean;
}

type Body = Readonly<Record<string, unknown>>;

/** The server of Ollama, as its routes.go answers. */
export async function ollamaDouble(models: OllamaDoubleModel[] = [NOMIC, LLAMA]): Promise<OllamaDouble> {
  const state: { embed: Answering | undefined; isCutting: boolean } = { embed: undefined, isCutting: false };
  const find = (name: unknown) => {
    const full = /:[^/]*$/.test(String(name)) ? String(name) : `${name}:latest`;
    return models.find((model) => model.name === full.toLowerCase());
  };
  const server = await loopback((asked, response) => {
    const host = asked.headers.host ?? '';
    if (!/^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(host)) return void response.writeHead(403).end();
    const { pathname: path } = new URL(asked.path, 'http://h');
    if (asked.method === 'GET' && path === '/') return void response.end('Ollama is running');
    if (asked.method === 'GET' && path === '/api/version') return json(response, 200, { version: '0.13.5' });
    if (asked.method === 'GET' && path === '/api/tags') return json(response, 200, { models: models.map(listed) });
    if (asked.method !== 'POST' || !['/api/show', '/api/embed'].includes(path)) {
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    }
    if (asked.body === '') return json(response, 400, { error: 'missing request body' });
    const body: Body = JSON.parse(asked.body);
    if (path === '/api/show') return show(response, body, find(body.model));
    const isOpening = JSON.stringify(body.input) === '["a"]';
    if (state.embed !== undefined && !isOpening) return state.embed(asked, response);
    embed(response, body, find(body.model), state.isCutting);
  });
  return Object.assign(state, server, { models });
}

function listed(model: OllamaDoubleModel): object {
  const details = detailsOf(model);
  return {
    name: model.name,
    model: model.name,
    modified_at: '2026-01-01T00:00:00Z',
    size: 1,
    digest: model.digest,
    details,
  };
}

function detailsOf({ architecture }: OllamaDoubleModel): object {
  return {
    parent_model: '',
    format: 'gguf',
    family: architecture,
    families: [architecture],
    parameter_size: '137M',
    quantization_level: 'F16',
  };
}

function show(response: ServerResponse, { model: name }: Body, model: OllamaDoubleModel | undefined) {
  if (model === undefined) return json(response, 404, { error: `model '${String(name)}' not found` });
  const { architecture, contextLength, dimensions, capabilities } = model;
  json(response, 200, {
    license: '',
    modelfile: '',
    parameters: '',
    template: '{{ .Prompt }}',
    details: detailsOf(model),
    model_info: {
      'general.architecture': architecture,
      [`${architecture}.context_length`]: contextLength,
      [`${architecture}.embedding_length`]: dimensions,
      [`${architecture}.pooling_type`]: 1,
    },
    modified_at: '2026-01-01T00:00:00Z',
    capabilities,
  });
}

function embed(response: ServerResponse, body: Body, model: OllamaDoubleModel | undefined, isCutting: boolean) {
  const refuse = (status: number, error: string) => json(response, status, { error });
  const { input, truncate = true, options, model: name } = body;
  const texts = typeof input === 'string' ? (input === '' ? [] : [input]) : input;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) {
    return refuse(400, 'invalid input type');
  }
  if (model === undefined) return refuse(404, `model "${String(name)}" not found, try pulling it first`);
  if (!model.capabilities.includes('embedding')) return refuse(501, 'this model does not support embeddings');
  const { num_ctx = 4096 } = (options ?? {}) as { num_ctx?: number };
  const most = Math.min(num_ctx, model.contextLength) - 2;
  const embeddings: number[][] = [];
  let tokens = 0;
  for (const text of texts) {
    const words = text.split(/\s+/);
    if (words.includes('unstable')) return refuse(500, 'failed to encode response: json: unsupported value: NaN');
    if (words.length > most && truncate !== true && !isCutting) {
      return refuse(400, 'the input length exceeds the context length');
    }
    const read = words.length > most ? words.slice(0, most).join(' ') : text;
    tokens += Math.min(words.length, most) + 2;
    embeddings.push(vectorOf(model.name, read, model.dimensions));
  }
  json(response, 200, {
    model: name,
    embeddings,
    total_duration: 14_143_917,
    load_duration: 1_019_500,
    ...(tokens === 0 ? {} : { prompt_eval_count: tokens }),
  });
}
