import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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

const latest = '20261203T093000Z';
test.each([
  [2, 0, [latest, '20261203T092000Z']],
  [2, 4, [latest, '20261203T092000Z', '20261202T230000Z', '20261130T120000Z']],
  [1, 7, [latest, '20261202T230000Z', '20261130T120000Z', '20261127T235900Z']],
])(
  'removeSurplus keeps the newest %i and that of each of the last %i days',
  async (keep, days, kept) => {
    const directory = mkdtempSync(join(tmpdir(), 'ridgeline-surplus-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const toName = (time: string, label = '-staff') => `ridgeline-backup-${time}${label}.tar.gz`;
    const staffTimes = [
      ...[latest, '20261203T092000Z', '20261203T091000Z', '20261202T230000Z', '20261202T220000Z'],
      ...['20261130T120000Z', '20261130T110000Z', '20261127T235900Z', '20261126T120000Z'],
      // From a clock that was ahead.
      '20270101T000000Z',
    ];
    const others = [toName('20200101T000000Z', ''), toName('20200101T000000Z', '-daily')];
    for (const name of [...staffTimes.map((time) => toName(time)), ...others]) {
      writeFileSync(join(directory, name), '');
    }
    await removeSurplus(directory, keep, toName(latest), '-staff', { days, onePerDay: true });
    const expected = [...kept.map((time) => toName(time)), ...others];
    expect(readdirSync(directory).sort()).toEqual(expected.sort());
  },
);

test('removeSurplus keeps all backups of the last days', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-surplus-'));
  const nameOf = (day: string) => `ridgeline-backup-2026${day}T000000Z-restore.tar.gz`;
  const latest = nameOf('1128');
  const days = ['0901', '1028', '1029', '1101', '1120', '1127', '1128', '1129'];
  for (const day of days) writeFileSync(join(directory, nameOf(day)), '');
  const removed = await removeSurplus(directory, 3, latest, '-restore', { days: 30 });
  expect(removed).toEqual(['1029', '1028', '0901', '1129'].map(nameOf));
  expect(readdirSync(directory)).toHaveLength(4);
  rmSync(directory, { recursive: true });
});

test('requireFree refuses what would leave no room for the site', async () => {
  await expect(requireFree(tmpdir(), 'a restore', Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    'Not enough space',
  );
  await requireFree(tmpdir(), 'a restore', 0);
});
