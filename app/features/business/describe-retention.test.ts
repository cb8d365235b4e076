import { expect, test } from 'vitest';
import { describeRetention } from './describe-retention.ts';

const run = {
  started_at: '2026-11-21T02:30:00Z',
  finished_at: '2026-11-21T02:31:00Z',
  skipped: false,
  quote_requests: 2,
  contact_submissions: 0,
  marketing_consents: 0,
  quotes: 0,
  images: 1,
  errors: 0,
};
const lastRun = String.raw`^Last run: Nov 20, 2026, 9:30\sp\.m\.`;

test.each([
  ['a complete run', run, ' Removed: 2 quote requests and 1 picture\\.$'],
  ['a run with errors', { ...run, errors: 1 }, ' Removed: .* 1 request stayed, '],
  ['an unfinished run', { ...run, finished_at: null }, ' It has not finished\\.$'],
  ['a skipped run', { ...run, skipped: true }, ' Nothing was removed, '],
])('describeRetention has one full stop after the time of %s', (_what, described, rest) => {
  expect(describeRetention(described)).toMatch(new RegExp(lastRun + rest));
});

test('describeRetention states that there was no run', () => {
  expect(describeRetention(null)).toBe('Nothing has been removed yet.');
});
