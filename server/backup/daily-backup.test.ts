import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireFree } from './create-backup.ts';
import { previousRun, removeSurplus } from './daily-backup.ts';

test.each([
  ['2026-11-21T03:30:00', '2026-11-21T03:30:00'],
  ['2026-11-21T03:29:58', '2026-11-20T03:30:00'],
  ['2026-11-21T23:59:59', '2026-11-21T03:30:00'],
  ['2027-01-01T00:00:00', '2026-12-31T03:30:00'],
  ['2028-03-01T03:00:00', '2028-02-29T03:30:00'],
])('previousRun of 03:30 at %s is %s', (now, expected) => {
  expect(previousRun({ hour: 3, minute: 30 }, new Date(now))).toEqual(new Date(expected));
});

test('removeSurplus keeps backups of some days beyond the newest ones', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-surplus-'));
  const nameOf = (day: string) => `ridgeline-backup-2026${day}T000000Z-restore.tar.gz`;
  const latest = nameOf('1128');
  const days = ['0901', '1028', '1029', '1101', '1120', '1127', '1128', '1129'];
  for (const day of days) writeFileSync(join(directory, nameOf(day)), '');
  const removed = await removeSurplus(directory, 3, latest, '-restore', 30);
  expect(removed).toEqual([nameOf('1028'), nameOf('0901')]);
  expect(readdirSync(directory)).toHaveLength(6);
  rmSync(directory, { recursive: true });
});

test('requireFree refuses what would leave no room for the site', async () => {
  await expect(requireFree(tmpdir(), 'a restore', Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    'Not enough space',
  );
  await requireFree(tmpdir(), 'a restore', 0);
});
