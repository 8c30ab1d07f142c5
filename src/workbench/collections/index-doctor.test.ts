import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSession } from '../session/session.ts';
import { asWriter, type Session } from '../session/state.ts';
import { citeVerify } from './cite-verify.ts';
import { indexDoctor } from './index-doctor.ts';
import { indexRepair } from './index-repair.ts';
import { ingest } from './ingest.ts';

let folder: string;
let session: Session;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grk doctor ü-'));
  mkdirSync(join(folder, '.grk'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'a.md'), '# A\n\na walrus\n');
  session = createSession({ cwd: folder, settings: { embedder: 'hash' } });
  await ingest(session, { paths: ['docs'], dense: true, rebuild: false });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('takes no table for a stray one while another process writes', async () => {
  const vectors = join(folder, '.grk', 'vectors');
  cpSync(join(vectors, 'default.a.lance'), join(vectors, 'new.a.lance'), { recursive: true });
  const written = await asWriter(session, () => indexDoctor(session, []));
  expect(written.findings).toMatchObject([{ code: 'table-in-writing', severity: 'notice' }]);
  expect((await indexDoctor(session, [])).findings).toMatchObject([{ code: 'table-orphan', severity: 'fault' }]);
});

it('stops between two checks where the user asks for it', async () => {
  const stop = new AbortController();
  const stopped = createSession({ cwd: folder, settings: { embedder: 'hash' }, signal: stop.signal });
  for (const work of [
    () => indexDoctor(stopped, []),
    () => indexRepair(stopped, []),
    () => citeVerify(stopped, 'default'),
  ]) {
    setImmediate(() => stop.abort());
    await expect(work()).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
  }
});
