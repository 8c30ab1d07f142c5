import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Report, ReportSchema, type ReportStage } from '../src/contracts/report.ts';
import { grk, type Run, smallGolden, workFolder, writeFiles } from './binary.ts';

export interface Evaluated extends Run {
  readonly report: Report;
  /** By name; undefined at run time where it is not there. */
  readonly stage: (name: string) => ReportStage;
}

export interface ExternalProject {
  readonly folder: string;
  /** Runs a suite of these stages over the small golden set; the suite lies in a folder of its own. */
  readonly evaluate: (stages: readonly object[], over?: object, args?: readonly string[]) => Promise<Evaluated>;
  /** A stage whose module answers these hits by topic; `null` makes it fail. */
  readonly moduleStage: (answers: Answers, over?: object) => { readonly source: { readonly module: string } };
}

type Answers = Readonly<Record<string, readonly object[] | null>>;

/** A project with the small golden set in `gold`, and suites in `suites`. */
export function externalProject(name: string): ExternalProject {
  const folder = workFolder(name);
  beforeAll(() => {
    mkdirSync(join(folder, 'suites'));
    smallGolden(join(folder, 'gold'));
  });
  let count = 0;
  return {
    folder,
    evaluate: async (stages, over = {}, args = []) => {
      const out = `r${count++}.json`;
      const suite = { golden: '../gold', variants: [{ name: 'v', stages }], ...over };
      writeFiles(folder, { 'suites/s.suite.json': JSON.stringify(suite) });
      const run = await grk(folder, ['eval', 'suites/s.suite.json', '--out', out, ...args]);
      if (!existsSync(join(folder, out))) return run as Evaluated;
      const report = ReportSchema.parse(JSON.parse(readFileSync(join(folder, out), 'utf8')));
      return { ...run, report, stage: (wanted) => report.stages.find((each) => each.name === wanted) as ReportStage };
    },
    moduleStage: (answers, over = {}) => {
      const file = `lib ü/m${count++}.mjs`;
      const code = `const answers = ${JSON.stringify(answers)};
export function search({ topicId }) {
  if (answers[topicId] === null) throw new Error('no index for ' + topicId);
  return answers[topicId] ?? [];
}`;
      writeFiles(folder, { [`suites/${file}`]: code });
      return { kind: 'external', name: 'mine', source: { module: file }, ...over };
    },
  };
}

export function docsOf(stage: ReportStage): Record<string, string[]> {
  return Object.fromEntries(stage.topics.map(({ topicId, ranking }) => [topicId, ranking.map(({ doc }) => doc)]));
}

/** Hits that answer every answerable topic of the small golden set at rank 1. */
export const RIGHT: Readonly<Record<string, readonly object[]>> = {
  t1: [{ doc: 'guides/restore.md', lines: [3, 3], score: 2 }],
  t2: [
    { doc: 'guides/keys.md', score: 1 },
    { doc: 'reference/errors.md', lines: [5, 5], score: 3 },
  ],
  t3: [{ doc: 'reference/flags.md', lines: [5, 5], score: 1 }],
  t4: [{ doc: 'guides/restore.md', lines: [7, 7], score: 1 }],
};

export interface Asked {
  readonly topicId: string;
  readonly query: string;
  readonly k: number;
}

const servers: (() => void)[] = [];
afterAll(() => {
  for (const close of servers) close();
});

/** A server on a free port, closed after the tests of the file. @returns its address */
export async function serve(handler: (asked: Asked, response: ServerResponse) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    handler(JSON.parse(Buffer.concat(chunks).toString()) as Asked, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`;
}

export const httpStage = (http: string, over: object = {}, settings: object = {}) => ({
  ...{ kind: 'external', name: 'mine', source: { http, ...settings } },
  ...over,
});
