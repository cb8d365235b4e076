import { expect, test } from 'vitest';
import { backupSentence } from './backup-sentence.ts';

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

test('says when the last backup was made, and which file it is', () => {
  expect(backupSentence(good, good)).toMatch(
    /^Last backup: .*2026.*, 2\.7 MB, ridgeline-backup-20261120T083000Z-daily\.tar\.gz\.$/,
  );
  expect(backupSentence(undefined, undefined)).toBe('No daily backup has been made yet.');
});

test('says of a failed one why, and which one was good', () => {
  expect(backupSentence(failed, good)).toMatch(
    /^The backup of .*2026.* failed: There is too little room\. The last good one: .*2\.7 MB/,
  );
  expect(backupSentence(failed, undefined)).toMatch(/There is no good one yet\.$/);
});
