import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMetadata } from './metadata-order.ts';

describe('compareMetadata', () => {
  it.each([
    [2024, '2023', 1],
    [2024, '2024.0', 0],
    [-0.5, '1e-3', -1],
    [7, '007', 0],
    [31, '0x1F', 0],
    [0.5, '+.5', 0],
    [7, '1_000', undefined],
    [7, '0xg', undefined],
    [7, '', undefined],
    [7, 'seven', undefined],
    [true, 'true', undefined],
  ])('orders the number or switch %j against %j as %j', (value, wanted, order) => {
    expect(compareMetadata(value, wanted)).toBe(order);
  });
  it.each([
    ['2024-03-31', '2024', 0],
    ['2024-03-31', '2024-04', -1],
    ['2024-03-31T10:00', '2024-03-31', 0],
    ['2024-03-31T23:30:00-02:00', '2024-04-01', 0],
    ['2024-03-01T00:30+01:00', '2024-02-29', 0],
    ['2024-01-01T00:00:00+00:01', '2023-12-31T23:59Z', 0],
    ['2024-01-01 00:00:00.5', '2024-01-01T00:00:00.499Z', 1],
    ['2023-02-29', '2023-02-28', undefined],
    ['soon', '2024-01-01', undefined],
    ['2024', '2024-01-01', undefined],
    ['1.10', '1.9', undefined],
  ])('orders the text %j against %j as %j', (value, wanted, order) => {
    expect(compareMetadata(value, wanted)).toBe(order);
  });
  it('orders words by their bytes', () => {
    expect([compareMetadata('Z', 'a'), compareMetadata('\u{1F600}', '\uFFFD'), compareMetadata('b', 'b')]).toEqual([
      -1, 1, 0,
    ]);
  });
  it('orders moments with zones as the clock does', () => {
    const moment = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const zone = fc.integer({ min: -14 * 60, max: 14 * 60 });
    const written = (date: Date, minutes: number) => {
      const size = Math.abs(minutes);
      const pad = (n: number) => String(n).padStart(2, '0');
      const sign = minutes < 0 ? '-' : '+';
      const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
      return `${local}${sign}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
    };
    fc.assert(
      fc.property(moment, zone, fc.oneof(moment, fc.constant(undefined)), zone, (a, zoneA, other, zoneB) => {
        const b = other ?? a;
        expect(compareMetadata(written(a, zoneA), written(b, zoneB))).toBe(Math.sign(a.getTime() - b.getTime()));
      }),
    );
  });
});
