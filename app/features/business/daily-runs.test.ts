import { expect, test } from 'vitest';
import { describeBackups, describeRetention } from './daily-runs.ts';

const good = {
  started_at: '2026-11-20T08:30:00Z',
  file_name: 'ridgeline-backup-20261120T083000Z-daily.tar.gz',
  bytes: 2_831_155,
  failure: null,
};
const failed = {
  started_at: '2026-11-21T08:30:00Z',
  file_name: null,
  bytes: null,
  failure: 'Not enough space.',
};

test('describeBackups has the time and file of the last backup', () => {
  expect(describeBackups(good, good)).toMatch(
    /^Last backup: .*2026.*, 2\.7 MB, ridgeline-backup-20261120T083000Z-daily\.tar\.gz\.$/,
  );
  expect(describeBackups(undefined, undefined)).toBe('No daily backup has been made yet.');
});

test('describeBackups has the error of a failed backup and the last good one', () => {
  expect(describeBackups(failed, good)).toMatch(
    /^The backup of .*2026.* failed: Not enough space\. Last good backup: .*2\.7 MB/,
  );
  expect(describeBackups(failed, undefined)).toMatch(/No backup has succeeded yet\.$/);
});

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
  ['a complete run', run, ' Removed: 2 quote requests and 1 photo\\.$'],
  ['a run with errors', { ...run, errors: 1 }, ' Removed: .* 1 request was kept '],
  ['an unfinished run', { ...run, finished_at: null }, " It hasn't finished\\.$"],
  ['a skipped run', { ...run, skipped: true }, ' Nothing was removed, '],
])('describeRetention has one full stop after the time of %s', (_what, described, rest) => {
  expect(describeRetention(described)).toMatch(new RegExp(lastRun + rest));
});

test('describeRetention states that there was no run', () => {
  expect(describeRetention(null)).toBe('Nothing has been removed yet.');
});
