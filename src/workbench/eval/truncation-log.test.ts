import { expect, it } from 'vitest';
import { truncationLog } from './truncation-log.ts';

it('counts each topic once, the last time that it ran, and knows nothing once one topic is not known', () => {
  const log = truncationLog();
  expect(log.counts()).toEqual({ total: 0, cut: 0 });
  log.note('a', 3, Uint8Array.of(1, 0, 1));
  log.note('b', 1, Uint8Array.of(0));
  log.note('a', 3, Uint8Array.of(1, 0, 1));
  expect(log.counts()).toEqual({ total: 4, cut: 2 });
  log.note('c', 2, null);
  log.note('d', 1, Uint8Array.of(1));
  expect(log.counts()).toEqual({ total: 7, cut: null });
});
