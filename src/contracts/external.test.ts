import { describe, expect, it } from 'vitest';
import { GrkError } from './errors.ts';
import { parseWith } from './parse.ts';
import { StageSchema } from './pipeline.ts';

const stage = (source: object, over: object = {}) => ({ kind: 'external', name: 'mine', source, ...over });
function faultOf(value: unknown): string {
  try {
    parseWith(StageSchema, value, { what: 'suite', code: 'GRK_CONFIG_INVALID', remedy: '' });
    return 'no fault';
  } catch (error) {
    return error instanceof GrkError ? error.message : String(error);
  }
}

describe('an external stage', () => {
  it.each([
    [stage({ module: 'a.mjs' })],
    [stage({ run: 'runs/ü b.run.gz' })],
    [stage({ http: 'http://127.0.0.1:8080/search' })],
    [stage({ http: 'https://host/search?index=a' }, { version: 'a' })],
  ])('may be %o', (value) => {
    expect(faultOf(value)).toBe('no fault');
  });
  it.each([
    ['no source', { kind: 'external', name: 'mine' }, 'source'],
    ['no name', { kind: 'external', source: { run: 'a' } }, 'name'],
    ['two sources', stage({ run: 'a', module: 'b' }), 'does not go with the others here'],
    ['a misspelled source', stage({ modul: 'a' }), 'unknown key "modul"; did you mean "module"?'],
    ['another scheme', stage({ http: 'ftp://host/x' }), 'an address begins with http:// or https://'],
    ['no address', stage({ http: 'localhost:80' }), 'an address begins with http:// or https://'],
    ['a password', stage({ http: 'http://me:hidden@host/x' }), 'an address cannot hold a user name or password'],
    [
      'a query without a version',
      stage({ http: 'http://host/x?key=hidden' }),
      'version: needed for an address with a query',
    ],
    ['an endless time limit', stage({ module: 'a', timeoutMs: 3_000_000_000 }), 'timeoutMs'],
    ['a run with retries', stage({ run: 'a', retries: 1 }), 'retries'],
  ])('is refused with %s', (_, value, message) => {
    expect(faultOf(value)).toContain(message);
    expect(faultOf(value)).not.toContain('hidden');
  });
});
