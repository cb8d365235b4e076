import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { readMigrations } from './migrate.ts';

const directory = createTempDirectory();

test('readMigrations sorts the files by version, and rejects one without a version', async () => {
  writeFileSync(join(directory, '2_b.sql'), 'select 2');
  writeFileSync(join(directory, '1_a.sql'), 'select 1');
  writeFileSync(join(directory, 'notes.txt'), '');
  expect(await readMigrations(directory)).toEqual([
    { version: '1', name: 'a', script: 'select 1' },
    { version: '2', name: 'b', script: 'select 2' },
  ]);
  writeFileSync(join(directory, 'first.sql'), 'select 1');
  await expect(readMigrations(directory)).rejects.toThrow(/not named/);
});
