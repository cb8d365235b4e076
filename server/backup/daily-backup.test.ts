import { expect, test } from 'vitest';
import { previousRun } from './daily-backup.ts';

test.each([
  ['2026-11-21T03:30:00', '2026-11-21T03:30:00'],
  ['2026-11-21T03:29:58', '2026-11-20T03:30:00'],
  ['2026-11-21T23:59:59', '2026-11-21T03:30:00'],
  ['2027-01-01T00:00:00', '2026-12-31T03:30:00'],
  ['2028-03-01T03:00:00', '2028-02-29T03:30:00'],
])('previousRun of 03:30 at %s is %s', (now, expected) => {
  expect(previousRun({ hour: 3, minute: 30 }, new Date(now))).toEqual(new Date(expected));
});
