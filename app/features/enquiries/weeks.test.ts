import { expect, test } from 'vitest';
import { countByWeek, formatDuration } from './weeks.ts';

test('weeks begin on Monday in Ontario, and weeks without enquiries are included', () => {
  // A Saturday. The clocks went back on the first of November.
  const now = new Date('2026-11-21T12:00:00Z');
  const moments = [
    '2026-11-21T11:00:00Z',
    '2026-11-16T05:00:00Z',
    // Still Sunday in Ontario.
    '2026-11-16T04:59:59Z',
    '2026-10-26T04:00:00Z',
    // Before the first week.
    '2026-10-26T03:59:59Z',
  ];
  expect(countByWeek(moments, 4, now)).toEqual([
    { monday: '2026-10-26', count: 1 },
    { monday: '2026-11-02', count: 0 },
    { monday: '2026-11-09', count: 1 },
    { monday: '2026-11-16', count: 2 },
  ]);
});

test('a Sunday evening in Ontario, which is Monday in UTC, belongs to the week that ends', () => {
  const weeks = countByWeek([], 1, new Date('2026-11-16T03:00:00Z'));
  expect(weeks).toEqual([{ monday: '2026-11-09', count: 0 }]);
});

test('formatDuration uses minutes, hours or days, depending on the duration', () => {
  const minute = 60_000;
  expect(formatDuration(-minute)).toBe('0 minutes');
  expect(formatDuration(minute)).toBe('1 minute');
  expect(formatDuration(59 * minute)).toBe('59 minutes');
  expect(formatDuration(60 * minute)).toBe('1 hour');
  expect(formatDuration(47 * 60 * minute)).toBe('47 hours');
  expect(formatDuration(75 * 60 * minute)).toBe('3 days');
});
