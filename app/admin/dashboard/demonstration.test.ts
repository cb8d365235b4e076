import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test, vi } from 'vitest';
import {
  BackupFailed,
  createBackup,
  describeRecords,
  describeSettings,
  isDemonstration,
} from './demonstration.ts';

afterEach(() => vi.unstubAllGlobals());

test('describeRecords and describeSettings name what is there', () => {
  const rows = { shed_listings: 16, blog_posts: 1, tax_settings: 1, business_settings: 1 };
  expect(describeRecords(rows)).toBe('16 sheds and 1 blog post');
  expect(describeSettings(rows)).toBe('Business Settings and HST');
  expect(isDemonstration({ unedited: rows })).toBe(true);
  expect([describeRecords({}), describeSettings({})]).toEqual([undefined, undefined]);
  expect(isDemonstration({ unedited: {} })).toBe(false);
});

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
