import { expect, test } from 'vitest';
import { describeBackups } from './describe-backups.ts';

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
  failure: 'There is too little room.',
};

test('describeBackups has the time and file of the last backup', () => {
  expect(describeBackups(good, good)).toMatch(
    /^Last backup: .*2026.*, 2\.7 MB, ridgeline-backup-20261120T083000Z-daily\.tar\.gz\.$/,
  );
  expect(describeBackups(undefined, undefined)).toBe('No daily backup has been made yet.');
});

test('describeBackups has the error of a failed backup and the last good one', () => {
  expect(describeBackups(failed, good)).toMatch(
    /^The backup of .*2026.* failed: There is too little room\. The last good one: .*2\.7 MB/,
  );
  expect(describeBackups(failed, undefined)).toMatch(/There is no good one yet\.$/);
});
