import { expect, test } from 'vitest';
import { formatCalendarDay } from './calendar-day.ts';

test('formatCalendarDay ignores time zones', () => {
  expect(formatCalendarDay('2026-01-01')).toBe('January 1, 2026');
  expect(formatCalendarDay('2026-12-31')).toBe('December 31, 2026');
});

test("formatCalendarDay returns '' for an invalid date", () => {
  expect(formatCalendarDay(null)).toBe('');
  expect(formatCalendarDay('2026-13-40')).toBe('');
  expect(formatCalendarDay('soon')).toBe('');
});
