import { describe, expect, it } from 'vitest';
import { type StyleInput, terminalStyle } from './style.ts';

const TTY: StyleInput = { isTTY: true, columns: 120, env: { TERM: 'xterm-256color', LANG: 'en_US.UTF-8' } };
const PIPE: StyleInput = { isTTY: false, columns: undefined, env: { TERM: 'xterm-256color', LANG: 'en_US.UTF-8' } };
const withEnv = (input: StyleInput, env: Record<string, string>): StyleInput => ({
  ...input,
  env: { ...input.env, ...env },
});

describe('the style of a stream', () => {
  it('is wide and coloured on a terminal', () => {
    expect(terminalStyle(TTY)).toEqual({ width: 120, color: true, unicode: true });
  });

  it('is 80 columns without colour in a pipe', () => {
    expect(terminalStyle(PIPE)).toEqual({ width: 80, color: false, unicode: true });
  });
});

describe('colour', () => {
  it.each([
    ['NO_COLOR', withEnv(TTY, { NO_COLOR: '1' }), false],
    ['an empty NO_COLOR, which says nothing', withEnv(TTY, { NO_COLOR: '' }), true],
    ['TERM=dumb', withEnv(TTY, { TERM: 'dumb' }), false],
    ['--no-color', { ...TTY, wantsColor: false }, false],
    ['FORCE_COLOR in a pipe', withEnv(PIPE, { FORCE_COLOR: '1' }), true],
    ['an empty FORCE_COLOR in a pipe', withEnv(PIPE, { FORCE_COLOR: '' }), true],
    ['FORCE_COLOR=0 on a terminal', withEnv(TTY, { FORCE_COLOR: '0' }), false],
    ['FORCE_COLOR=false on a terminal', withEnv(TTY, { FORCE_COLOR: 'false' }), false],
    ['NO_COLOR over FORCE_COLOR', withEnv(TTY, { NO_COLOR: '1', FORCE_COLOR: '1' }), false],
    ['--no-color over FORCE_COLOR', { ...withEnv(TTY, { FORCE_COLOR: '1' }), wantsColor: false }, false],
    ['--color, which asks for nothing more than the stream can', { ...PIPE, wantsColor: true }, false],
  ])('obeys %s', (_, input, color) => {
    expect(terminalStyle(input).color).toBe(color);
  });
});

describe('width', () => {
  it.each([
    ['the columns of the terminal', TTY, 120],
    ['no columns reported', { ...TTY, columns: undefined }, 80],
    ['0 columns, as some terminals say', { ...TTY, columns: 0 }, 80],
    ['a terminal too narrow for any table', { ...TTY, columns: 12 }, 40],
    ['columns of a stream that is no terminal', { ...PIPE, columns: 33 }, 80],
    ['COLUMNS in a pipe', withEnv(PIPE, { COLUMNS: '200' }), 200],
    ['COLUMNS that is not a number', withEnv(PIPE, { COLUMNS: '1e3' }), 80],
    ['COLUMNS on a terminal that knows better', withEnv(TTY, { COLUMNS: '200' }), 120],
  ])('comes from %s', (_, input, width) => {
    expect(terminalStyle(input).width).toBe(width);
  });
});

describe('unicode', () => {
  it.each([
    [{}, true],
    [{ LANG: 'C' }, false],
    [{ LANG: 'POSIX' }, false],
    [{ LANG: 'C.UTF-8' }, true],
    [{ LANG: 'de_DE.utf8' }, true],
    [{ LANG: 'de_DE' }, true],
    [{ LANG: 'de_DE.ISO-8859-1' }, false],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, false],
    [{ LANG: 'C', LC_ALL: 'en_US.UTF-8' }, true],
    [{ LANG: 'C', LC_CTYPE: 'en_US.UTF-8' }, true],
    [{ LANG: 'C', LC_ALL: '' }, false],
    [{ LANG: 'en_US.UTF-8', TERM: 'linux' }, false],
  ])('with %j is %s', (env, unicode) => {
    expect(terminalStyle({ isTTY: true, columns: 80, env }).unicode).toBe(unicode);
  });
});
