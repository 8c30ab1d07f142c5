import { expect, it } from 'vitest';
import type { Progress } from '../contracts/ports.ts';

/** What every progress does; `make` gives a fresh one. */
export function progressContract(make: () => Progress): void {
  const uses: [string, (progress: Progress) => void][] = [
    ['done before start', (progress) => progress.done()],
    ['advance before start', (progress) => progress.advance()],
    ['done twice', (progress) => [progress.start('x', 2), progress.done(), progress.done()]],
    ['advance after done', (progress) => [progress.start('x', 2), progress.done(), progress.advance()]],
    ['start while running', (progress) => [progress.start('x', 2), progress.start('y', 3), progress.done()]],
    ['no work', (progress) => [progress.start('x', 0), progress.done()]],
    ['more than the total', (progress) => [progress.start('x', 1), progress.advance(5), progress.done()]],
    ['a total below zero', (progress) => [progress.start('x', -1), progress.done()]],
  ];
  it.each(uses)('bears %s', (_, use) => {
    const progress = make();
    expect(() => use(progress)).not.toThrow();
    progress.done();
  });
}
