import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { progressContract } from './progress.contract.ts';
import { progressLine, silentProgress, terminalProgress } from './progress.ts';

const STYLE = { width: 80, color: false, unicode: true };
const HIDE = '\u001b[?25l';
const SHOW = '\u001b[?25h';

function stream(isTTY: boolean, columns = 80) {
  const chunks: string[] = [];
  const writable = new Writable({
    write(chunk, _encoding, next) {
      chunks.push(String(chunk));
      next();
    },
  });
  return { stream: Object.assign(writable, { isTTY, columns }), text: () => chunks.join('') };
}

describe('silent progress', () => {
  progressContract(() => silentProgress);
});

describe('terminal progress', () => {
  progressContract(() => terminalProgress(stream(true).stream, STYLE));

  it('writes nothing to a stream that is no terminal', () => {
    const pipe = stream(false);
    const progress = terminalProgress(pipe.stream, STYLE);
    progress.start('embedding', 10);
    progress.advance(10);
    progress.done();
    expect(pipe.text()).toBe('');
  });

  it('shows label and count, and gives the cursor back when done', () => {
    const tty = stream(true);
    const progress = terminalProgress(tty.stream, STYLE);
    progress.start('embedding', 10);
    expect(tty.text()).toContain('embedding  ░');
    expect(tty.text()).toContain('0/10');
    expect(tty.text().lastIndexOf(HIDE)).toBeGreaterThan(tty.text().lastIndexOf(SHOW));
    progress.advance(4);
    progress.done();
    expect(tty.text()).toContain('4/10');
    expect(tty.text().lastIndexOf(SHOW)).toBeGreaterThan(tty.text().lastIndexOf(HIDE));
  });

  it('leaves no line behind', () => {
    const tty = stream(true);
    const progress = terminalProgress(tty.stream, STYLE);
    progress.start('embedding', 1);
    progress.done();
    expect(tty.text().endsWith('\u001b[2K')).toBe(true);
    expect(tty.text()).not.toContain('\n');
  });

  it('closes a running bar before it starts the next', () => {
    const tty = stream(true);
    const progress = terminalProgress(tty.stream, STYLE);
    progress.start('indexing', 1);
    progress.start('embedding', 1);
    progress.done();
    expect(tty.text().split(HIDE)).toHaveLength(3);
    expect(tty.text().split(SHOW)).toHaveLength(3);
  });
});

describe('the line of a progress', () => {
  const state = { label: 'embedding passages', value: 312, total: 1243, etaSeconds: 7.2 };

  it.each([
    [80, true, `embedding passages  ${'█'.repeat(9)}${'░'.repeat(29)}  312/1,243  8 s left`],
    [80, false, `embedding passages  ${'#'.repeat(9)}${'.'.repeat(29)}  312/1,243  8 s left`],
    [60, true, `embedding passages  ${'█'.repeat(4)}${'░'.repeat(14)}  312/1,243  8 s left`],
    [40, true, 'embedding pa…  312/1,243  8 s left'],
  ])('at %d columns, unicode %s', (width, unicode, line) => {
    expect(progressLine(state, { width, color: false, unicode })).toBe(line);
    expect(line.length).toBeLessThan(width);
  });

  it.each([
    [{ value: 0, etaSeconds: Number.NaN }, '  0/1,243'],
    [{ value: 1243, etaSeconds: 0 }, '  1,243/1,243'],
    [{ value: 1, etaSeconds: 61 }, '  1/1,243  2 min left'],
    [{ value: 1, etaSeconds: 3700 }, '  1/1,243  1 h 2 min left'],
    [{ value: 1, etaSeconds: 7199 }, '  1/1,243  2 h 0 min left'],
  ])('ends for %j with %s', (changes, end) => {
    expect(progressLine({ ...state, ...changes }, STYLE).endsWith(end)).toBe(true);
  });

  it('is full where there is nothing to do', () => {
    expect(progressLine({ label: 'x', value: 0, total: 0, etaSeconds: 0 }, STYLE)).toMatch(/^x {2}█+ {2}0\/0$/);
  });

  it('keeps a label from moving the cursor', () => {
    expect(progressLine({ ...state, label: '\u001b[2Jx' }, STYLE)).toMatch(/^\\x1b\[2Jx /);
  });
});
