import { expect, it } from 'vitest';
import { formatDay, formatTime, parseLocalMinute, toIsoDay, toLocalMinute } from './dates.ts';

it('dates are those of Ontario in winter and summer', () => {
  expect(toIsoDay('2026-01-01T04:59:00Z')).toBe('2025-12-31');
  expect(toIsoDay('2026-01-01T05:00:00Z')).toBe('2026-01-01');
  expect(toIsoDay(new Date('2026-07-01T03:59:00Z'))).toBe('2026-06-30');
});

it('formatMoment uses en-CA', () => {
  expect(formatDay('2026-11-21T02:30:00.123456+00:00')).toBe('Nov 20, 2026');
  expect(formatTime('2026-11-21T02:30:00Z')).toMatch(/^9:30\sp\.m\.$/);
});

it.each([
  ['2026-01-15T00:00', '2026-01-15T05:00:00.000Z'],
  ['2026-07-15T23:59', '2026-07-16T03:59:00.000Z'],
  ['2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01T00:59', '2026-11-01T04:59:00.000Z'],
  ['2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
])('%s in Ontario is %s', (local, utc) => {
  expect(parseLocalMinute(local)?.toISOString()).toBe(utc);
  expect(toLocalMinute(utc)).toBe(local);
});

it('parseLocalMinute takes the first of a repeated hour, and an hour later for a skipped one', () => {
  expect(parseLocalMinute('2026-11-01T01:30')?.toISOString()).toBe('2026-11-01T05:30:00.000Z');
  expect(parseLocalMinute('2026-03-08T02:30')?.toISOString()).toBe('2026-03-08T07:30:00.000Z');
  for (const text of ['', '2026-11-01', 'soon', '2026-13-01T00:00', '2026-02-31T10:00']) {
    expect(parseLocalMinute(text)).toBeUndefined();
  }
});
