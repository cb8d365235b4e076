import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { isBackupName, listBackups } from './list-backups.ts';

const directory = mkdtempSync(join(tmpdir(), 'ridgeline-list-backups-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('listBackups lists kinds, sizes and what can not be read, newest first, and nothing else', async () => {
  const gzip = gzipSync('content');
  const name = (day: string, label = '') => `ridgeline-backup-202611${day}T033000Z${label}.tar.gz`;
  for (const [file, content] of [
    [name('26'), gzip],
    [name('28', '-daily'), gzip],
    [name('27', '-staff'), Buffer.from('not a gzip')],
    [name('29', '-restore'), Buffer.alloc(0)],
    [`.${name('28')}.part`, gzip],
    ['notes.txt', gzip],
  ] as const) {
    writeFileSync(join(directory, file), content);
  }
  mkdirSync(join(directory, name('25')));
  expect(await listBackups(directory)).toEqual([
    {
      ...{ file: name('29', '-restore'), kind: 'restore', createdAt: '2026-11-29T03:30:00Z' },
      ...{ size: 0, problem: 'The file is damaged.' },
    },
    {
      ...{ file: name('28', '-daily'), kind: 'daily', createdAt: '2026-11-28T03:30:00Z' },
      size: gzip.byteLength,
    },
    {
      ...{ file: name('27', '-staff'), kind: 'staff', createdAt: '2026-11-27T03:30:00Z' },
      ...{ size: 10, problem: 'The file is damaged.' },
    },
    {
      ...{ file: name('26'), kind: 'operator', createdAt: '2026-11-26T03:30:00Z' },
      size: gzip.byteLength,
    },
    {
      ...{ file: name('25'), kind: 'operator', createdAt: '2026-11-25T03:30:00Z' },
      ...{ size: 0, problem: "The server can't read the file (EISDIR)." },
    },
  ]);
  expect(await listBackups(join(directory, 'missing'))).toEqual([]);
});

test.each([
  '../ridgeline-backup-20261128T033000Z.tar.gz',
  'ridgeline-backup-20261128T033000Z/../x.tar.gz',
  'ridgeline-backup-20261128T033000Z-other.tar.gz',
  'ridgeline-backup-20261128T033000Z.tar.gz\n',
])('isBackupName rejects %j', (name) => {
  expect(isBackupName(name)).toBe(false);
});
