import { expect, test } from 'vitest';
import { lastDue } from './due.ts';

const at = (text: string) => new Date(text);

test.each([
  ['2026-11-21T03:30:00', '2026-11-21T03:30:00'],
  ['2026-11-21T03:29:59', '2026-11-20T03:30:00'],
  ['2026-11-21T23:59:59', '2026-11-21T03:30:00'],
  ['2027-01-01T00:00:00', '2026-12-31T03:30:00'],
  ['2028-03-01T03:00:00', '2028-02-29T03:30:00'],
])('at %s the run of %s was the last one due', (now, due) => {
  expect(lastDue({ hour: 3, minute: 30 }, at(now))).toEqual(at(due));
});
