import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Answering, type Asked, json, type Loopback, loopback } from './loopback.ts';

export interface HubModel {
  readonly commit: string;
  /** Branches and tags, by the commit that they stand for. */
  readonly revisions?: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Buffer>>;
  /** What is sent in the place of a listed file. */
  readonly sent?: Readonly<Record<string, Buffer>>;
  /** Only those who accepted its terms may have it. */
  readonly isGated?: boolean;
}

/** A hub, and the host that its large files lie on: both on this machine, on ports of their own. */
export interface HubDouble {
  readonly hub: Loopback;
  readonly storage: Loopback;
  /** How the next requests for the content of a file are answered, wherever it lies; then as usual. */
  readonly answers: Map<string, Answering[]>;
  /** Every request for the content of a file so far. */
  readonly asked: (path: string) => Asked[];
  readonly close: () => void;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const blobSha1 = (bytes: Buffer) => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
/** Weights are stored apart from git, as hubs do with large files. */
const isLarge = (path: string) => /\.(onnx|safetensors)$/.test(path);
const ENTRIES_A_PAGE = 4;

/** Answers as a model hub does: revisions, a paged listing, files by commit, large ones by a redirect to another host. */
export async function hubDouble(models: Readonly<Record<string, HubModel>>): Promise<HubDouble> {
  const answers = new Map<string, Answering[]>();
  const large = new Map<string, { path: string; content: Buffer }>();
  const answerFile = (path: string, content: Buffer, etag: string, asked: Asked, response: ServerResponse) => {
    const next = answers.get(path)?.shift();
    if (next === undefined) sendRange(asked, response, content, etag);
    else next(asked, response);
  };
  const storage = await loopback((asked, response) => {
    const found = large.get(asked.path);
    if (found === undefined) json(response, 404, {});
    else answerFile(found.path, found.content, `"${asked.path.slice(1)}"`, asked, response);
  });
  const hub = await loopback((asked, response) => {
    const { pathname, searchParams } = new URL(asked.path, 'http://hub');
    const name = Object.keys(models).find((each) =>
      `${pathname.replace(/^\/api\/models/, '')}/`.startsWith(`/${each}/`),
    );
    const model = name === undefined ? undefined : models[name];
    const refuse = (status: number, code: string, message: string) =>
      json(response, status, { error: message }, { 'x-error-code': code, 'x-error-message': message });
    if (name === undefined || model === undefined) return refuse(401, 'RepoNotFound', 'Repository not found');
    const rest = pathname.slice(pathname.indexOf(`/${name}`) + name.length + 2);
    const [verb = '', ref = '', ...more] = rest.split('/').map(decodeURIComponent);
    const commit = ref === model.commit ? ref : model.revisions?.[ref];
    if (commit === undefined) return refuse(404, 'RevisionNotFound', `Invalid rev id: ${ref}`);
    if (verb === 'revision') return json(response, 200, { id: name, sha: commit, private: false });
    if (verb === 'tree') return sendTree(model, Number(searchParams.get('cursor') ?? 0), asked, response);
    if (model.isGated === true && asked.headers.authorization === undefined) {
      return refuse(401, 'GatedRepo', `Access to model ${name} is restricted`);
    }
    const path = more.join('/');
    const listed = model.files[path];
    if (listed === undefined) return refuse(404, 'EntryNotFound', 'Entry not found');
    const content = model.sent?.[path] ?? listed;
    if (!isLarge(path)) return answerFile(path, content, `"${blobSha1(listed)}"`, asked, response);
    large.set(`/${sha256(listed)}`, { path, content });
    response.writeHead(302, { location: `${storage.url}/${sha256(listed)}`, 'x-linked-size': listed.length }).end();
  });
  return {
    hub,
    storage,
    answers,
    asked: (path) => {
      const stored = [...large].filter(([, each]) => each.path === path).map(([at]) => at);
      return isLarge(path)
        ? storage.asked.filter((asked) => stored.includes(asked.path))
        : hub.asked.filter((asked) => asked.path.endsWith(`/${path}`));
    },
    close: () => {
      hub.close();
      storage.close();
    },
  };
}

function sendTree({ files }: HubModel, from: number, asked: Asked, response: ServerResponse): void {
  const entries = [
    { type: 'directory', oid: '0'.repeat(40), size: 0, path: 'onnx' },
    ...Object.entries(files).map(([path, bytes]) => ({
      type: 'file',
      oid: blobSha1(bytes),
      size: bytes.length,
      path,
      ...(isLarge(path) ? { lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 134 } } : {}),
    })),
  ];
  const to = from + ENTRIES_A_PAGE;
  const next = `<http://${asked.headers.host}${asked.path.replace(/&cursor=\d+/, '')}&cursor=${to}>; rel="next"`;
  json(response, 200, entries.slice(from, to), to < entries.length ? { link: next } : {});
}

/** The whole, or what a range asks for where its condition holds. */
function sendRange({ headers }: Asked, response: ServerResponse, content: Buffer, etag: string): void {
  const [, text] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
  const isMet = headers['if-range'] === undefined || headers['if-range'] === etag;
  if (text === undefined || !isMet) {
    response.writeHead(200, { etag, 'content-length': content.length, 'accept-ranges': 'bytes' }).end(content);
    return;
  }
  const from = Number(text);
  if (from >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const range = `bytes ${from}-${content.length - 1}/${content.length}`;
  response
    .writeHead(206, { etag, 'content-length': content.length - from, 'content-range': range })
    .end(content.subarray(from));
}

/**
 * Sends so much of a content and then nothing more; `end` gets the connection once the client has it all.
 * @param hasCome whether it has
 */
export function partly(
  content: Buffer,
  bytes: number,
  etag: string,
  hasCome: () => boolean,
  end: (response: ServerResponse) => void,
): Answering {
  return (_asked, response) => {
    response.writeHead(200, { etag, 'content-length': content.length });
    response.write(content.subarray(0, bytes));
    const watch = setInterval(() => {
      if (!hasCome()) return;
      clearInterval(watch);
      end(response);
    }, 2);
    response.on('close', () => clearInterval(watch));
  };
}

/** The whole, whatever range was asked for. */
export const whole =
  (content: Buffer): Answering =>
  (_asked, response) =>
    response.writeHead(200, { 'content-length': content.length }).end(content);

export const refused =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (_asked, response) =>
    response.writeHead(status, headers).end();
