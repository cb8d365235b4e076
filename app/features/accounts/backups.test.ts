import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test, vi } from 'vitest';
import {
  BackupFailed,
  compareBackup,
  createBackup,
  createDownloadForm,
  describeSize,
  getTableLabel,
  readBackups,
  requestDownload,
  restoreBackup,
} from './backups.ts';

afterEach(() => vi.unstubAllGlobals());

const client = createClient('https://project.supabase.example', 'key', {
  auth: { persistSession: false },
});

test.each([
  ['its reason', Response.json({ error: 'Not enough space' }, { status: 409 }), 'Not enough space'],
  ['no reason', new Response('Busy', { status: 503 }), 'Please try again in a moment.'],
])('createBackup throws if the backup fails with %s', async (_what, answer, message) => {
  vi.stubGlobal('fetch', async () => answer);
  await expect(createBackup(client)).rejects.toEqual(new BackupFailed(message));
});

test('createBackup returns the name of the file', async () => {
  const fetch = vi.fn(async () => Response.json({ file: 'ridgeline-backup.tar.gz' }));
  vi.stubGlobal('fetch', fetch);
  expect(await createBackup(client)).toBe('ridgeline-backup.tar.gz');
  expect(fetch).toHaveBeenCalledWith(
    '/hooks/staff-backup',
    expect.objectContaining({ method: 'POST' }),
  );
});

test('readBackups returns the list, or throws', async () => {
  const backup = {
    ...{ file: 'ridgeline-backup.tar.gz', kind: 'daily', createdAt: '2026-11-28T03:30:00Z' },
    size: 12,
  };
  vi.stubGlobal('fetch', async () => Response.json({ backups: [backup] }));
  expect(await readBackups(client)).toEqual([backup]);
  vi.stubGlobal('fetch', async () => new Response('Only staff may do this.', { status: 403 }));
  await expect(readBackups(client)).rejects.toThrow('403');
});

const confirmation = { password: 'secret', code: '' };

test('requestDownload returns the ticket, or explains what is wrong', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ticket: 'abc' }));
  expect(await requestDownload(client, 'b.tar.gz', confirmation)).toEqual({
    error: undefined,
    answer: { ticket: 'abc' },
  });
  const refusal = { code: 'current_password_invalid', message: 'Wrong' };
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 400 }));
  expect(await requestDownload(client, 'b.tar.gz', confirmation)).toEqual({
    error: 'Your current password is not correct',
  });
});

test.each([
  [{ passphrase: '', repeated: '' }, undefined],
  [{ passphrase: 'long enough for it', repeated: 'long enough for it' }, undefined],
  [{ passphrase: 'short', repeated: 'short' }, 'Please enter at least 12 characters'],
  [{ passphrase: 'long enough for it', repeated: '' }, "The passphrases don't match"],
])('createDownloadForm with %j: %s', (given, message) => {
  const parsed = createDownloadForm(false).safeParse({ ...given, ...confirmation });
  expect(parsed.error?.issues[0]?.message).toBe(message);
});

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [123_456, '121 KB'],
  [5_400_000, '5.1 MB'],
  [3_400_000_000, '3.2 GB'],
])('describeSize of %i bytes is %s', (bytes, text) => {
  expect(describeSize(bytes)).toBe(text);
});

test('compareBackup returns what a restore replaces, or throws why it is not possible', async () => {
  const tables = [{ name: 'public.reviews', now: { rows: 2 }, backup: { rows: 1 } }];
  const comparison = { createdAt: '2026-11-28T03:30:00Z', tables, erasures: 0, command: null };
  vi.stubGlobal('fetch', async () => Response.json(comparison));
  expect(await compareBackup(client, 'b.tar.gz')).toEqual(comparison);
  const refusal = { code: 'backup_failed', message: 'It is damaged.' };
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 409 }));
  await expect(compareBackup(client, 'b.tar.gz')).rejects.toEqual(
    new BackupFailed('It is damaged.'),
  );
});

test('restoreBackup returns the name of the backup of the data from just before, or says that the connection was lost', async () => {
  const values = { ...confirmation, word: 'RESTORE' };
  vi.stubGlobal('fetch', async () => Response.json({ before: 'a.tar.gz', erasures: 2 }));
  expect(await restoreBackup(client, 'b.tar.gz', values)).toEqual({
    error: undefined,
    answer: { before: 'a.tar.gz', erasures: 2 },
  });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await restoreBackup(client, 'b.tar.gz', values)).toEqual({
    error: expect.stringContaining('We lost the connection'),
  });
});

test('getTableLabel names tables', () => {
  expect(['public.shed_listings', 'auth.users', 'storage.objects'].map(getTableLabel)).toEqual([
    ...['Shed listings', 'Accounts', 'Images'],
  ]);
});
