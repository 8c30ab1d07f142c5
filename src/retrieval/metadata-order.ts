import type { MetadataValue } from '../contracts/document.ts';
import { compareBytes } from '../contracts/ids.ts';

/** What YAML 1.2 reads as a number (core schema, 10.3.2), as front matter is read: `007` and `7.0` are 7. */
const NUMBER = /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/;
const DATE =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d\d):(\d\d))?)?)?)?$/;
/** How many parts a whole date has: year, month, day. */
const WHOLE_DATE = 3;
const MINUTES_PER_DAY = 24 * 60;

/**
 * Orders a metadata value against one that was written in a filter, which is read as the type of the value: numbers by
 * size, ISO dates by time, other texts by their bytes. Dates are compared as far as both are given, so that 2024-03-31
 * is within 2024; a time without a zone is UTC.
 * @returns below, at or above 0; undefined where the two have no order: a number and a word, a date and a word, booleans
 */
export function compareMetadata(value: MetadataValue, wanted: string): number | undefined {
  if (typeof value === 'boolean') return undefined;
  const number = NUMBER.test(wanted) ? Number(wanted) : undefined;
  if (typeof value === 'number') return number === undefined ? undefined : Math.sign(value - number);
  const wantedTime = timeOf(wanted);
  const time = timeOf(value);
  if (time !== undefined && time.length >= WHOLE_DATE && wantedTime !== undefined) {
    for (let i = 0; i < Math.min(time.length, wantedTime.length); i++) {
      const difference = (time[i] ?? 0) - (wantedTime[i] ?? 0);
      if (difference !== 0) return Math.sign(difference);
    }
    return 0;
  }
  // "soon" is neither before nor after a date, and "1.10" is no number.
  if (number !== undefined || wantedTime !== undefined) return undefined;
  return Math.sign(compareBytes(value, wanted));
}

/** Year, month, day, minute of the day, second, millisecond in UTC, as far as given; undefined for what is no date. */
function timeOf(text: string): number[] | undefined {
  const [, year, month, day, hour, minute, second, fraction, sign, zoneHour, zoneMinute] = DATE.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = { year: Number(year), month: Number(month ?? 1), day: Number(day ?? 1) };
  const isDate = date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= daysOf(date);
  const isTime = Number(hour ?? 0) < 24 && Number(minute ?? 0) < 60 && Number(second ?? 0) < 60;
  if (!isDate || !isTime) return undefined;
  if (minute === undefined) return [date.year, date.month, date.day].slice(0, day ? 3 : month ? 2 : 1);
  const offset = (Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0)) * (sign === '-' ? -1 : 1);
  const minutes = Number(hour) * 60 + Number(minute) - offset;
  const shift = Math.floor(minutes / MINUTES_PER_DAY);
  const utc = shift === 0 ? date : shift < 0 ? dayBefore(date) : dayAfter(date);
  const parts = [utc.year, utc.month, utc.day, minutes - shift * MINUTES_PER_DAY];
  if (second !== undefined) parts.push(Number(second));
  if (fraction !== undefined) parts.push(Number(fraction.padEnd(3, '0')));
  return parts;
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function daysOf({ year, month }: Pick<Day, 'year' | 'month'>): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function dayBefore({ year, month, day }: Day): Day {
  if (day > 1) return { year, month, day: day - 1 };
  const before = month > 1 ? { year, month: month - 1 } : { year: year - 1, month: 12 };
  return { ...before, day: daysOf(before) };
}

function dayAfter(date: Day): Day {
  const { year, month, day } = date;
  if (day < daysOf(date)) return { year, month, day: day + 1 };
  return month < 12 ? { year, month: month + 1, day: 1 } : { year: year + 1, month: 1, day: 1 };
}
