import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { errorJson, errorText } from './error.ts';

const PLAIN = { width: 80, color: false, unicode: true };
const ERROR = new GrkError('GRK_COLLECTION_MISSING', 'collection "docs" does not exist', {
  remedy: 'Run `grk ingest docs`, or name one of: default.',
  facts: { collection: 'docs' },
});

describe('an error', () => {
  it('says what went wrong, what to do, and its code', () => {
    expect(errorText(ERROR, false, PLAIN)).toBe(
      [
        'error: collection "docs" does not exist',
        '  what to do: Run `grk ingest docs`, or name one of: default.',
        '  (GRK_COLLECTION_MISSING)',
        '',
      ].join('\n'),
    );
  });

  it('without a remedy invents none', () => {
    expect(errorText(new GrkError('GRK_INTERRUPTED', 'x'), false, PLAIN)).toBe('error: x\n  (GRK_INTERRUPTED)\n');
  });

  it('of several lines keeps them, indented', () => {
    const error = new GrkError('GRK_GOLDEN_INVALID', '2 faults\n  a:1: x\r\n  a:2: y', { remedy: 'one\ntwo' });
    expect(errorText(error, false, PLAIN)).toBe(
      'error: 2 faults\n  a:1: x\n  a:2: y\n  what to do: one\n  two\n  (GRK_GOLDEN_INVALID)\n',
    );
  });

  it('is not wrapped: logs are searched by line', () => {
    const message = 'word '.repeat(100).trim();
    expect(errorText(new GrkError('GRK_USAGE', message, { remedy: 'x' }), false, PLAIN)).toContain(
      `error: ${message}\n`,
    );
  });

  it('keeps what it names inert', () => {
    const error = new GrkError('GRK_FILE_MISSING', '\u001b[2J\u202ea\u200b.md', { remedy: '\u0007' });
    expect(errorText(error, false, PLAIN)).toBe(
      'error: \\x1b[2J\\u202ea\\u200b.md\n  what to do: \\x07\n  (GRK_FILE_MISSING)\n',
    );
  });

  it('says of a fault of its own whom to tell, and has no other without a remedy', () => {
    expect(errorText(new GrkError('GRK_INTERNAL', 'x'), false, PLAIN)).toContain('what to do: This is a fault in grk');
    // @ts-expect-error a user can do something about it
    expect(new GrkError('GRK_USAGE', 'x').remedy).toBeUndefined();
  });

  it('has ASCII signs where the terminal has no others', () => {
    const error = new GrkError('GRK_USAGE', 'the topic’s id — twice', { remedy: 'x' });
    expect(errorText(error, false, { ...PLAIN, unicode: false })).toContain("error: the topic's id - twice\n");
  });

  it('says the same in colour', () => {
    const colored = errorText(ERROR, false, { ...PLAIN, color: true });
    expect(colored).not.toBe(stripVTControlCharacters(colored));
    expect(stripVTControlCharacters(colored)).toBe(errorText(ERROR, false, PLAIN));
  });
});

describe('a verbose error', () => {
  it('has no stack unless asked', () => {
    expect(errorText(ERROR, false, PLAIN)).not.toMatch(/^ +at /m);
  });

  it('shows the stack and every cause with its own', () => {
    const root = new Error('disk\u001b[2J');
    const error = new GrkError('GRK_STORE_FULL', 'x', {
      remedy: 'z',
      cause: new GrkError('GRK_INTERNAL', 'y', { cause: root }),
    });
    const lines = errorText(error, true, PLAIN).split('\n');
    const causes = lines.filter((line) => line.startsWith('caused by: '));
    expect(causes).toEqual(['caused by: GrkError GRK_INTERNAL: y', 'caused by: Error: disk\\x1b[2J']);
    expect(lines[4]).toMatch(/^ {2}at .*error\.test\.ts:\d+:\d+\)?$/);
    expect(lines[lines.indexOf(causes[1] ?? '') + 1]).toMatch(/^ {2}at /);
  });

  it('takes a cause that is no error', () => {
    const error = new GrkError('GRK_INTERNAL', 'x', { cause: 'plain words' });
    expect(errorText(error, true, PLAIN)).toContain('\ncaused by: plain words\n');
  });

  it('ends for causes that go round', () => {
    const first = new Error('a');
    const second = new Error('b', { cause: first });
    first.cause = second;
    const text = errorText(new GrkError('GRK_INTERNAL', 'x', { cause: first }), true, PLAIN);
    expect(text.match(/caused by/g)).toHaveLength(9);
  });
});

describe('an error as JSON', () => {
  it('has code, message, remedy and facts', () => {
    expect(errorJson(ERROR)).toEqual({
      error: {
        code: 'GRK_COLLECTION_MISSING',
        message: 'collection "docs" does not exist',
        remedy: 'Run `grk ingest docs`, or name one of: default.',
        facts: { collection: 'docs' },
      },
    });
  });

  it('has null where there is no remedy', () => {
    expect(JSON.stringify(errorJson(new GrkError('GRK_INTERRUPTED', 'x')))).toBe(
      '{"error":{"code":"GRK_INTERRUPTED","message":"x","remedy":null,"facts":{}}}',
    );
  });
});
