import { expect, it } from 'vitest';
import { formatDay, formatTime, toIsoDay } from './dates.ts';

it('dates are those of Ontario in winter and summer', () => {
  expect(toIsoDay('2026-01-01T04:59:00Z')).toBe('2025-12-31');
  expect(toIsoDay('2026-01-01T05:00:00Z')).toBe('2026-01-01');
  expect(toIsoDay(new Date('2026-07-01T03:59:00Z'))).toBe('2026-06-30');
});

it('formatMoment uses en-CA', () => {
  expect(formatDay('2026-11-21T02:30:00.123456+00:00')).toBe('Nov 20, 2026');
  expect(formatTime('2026-11-21T02:30:00Z')).toMatch(/^9:30\sp\.m\.$/);
});
