import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addStaff } from '#backend/auth/staff.ts';
import type { Database } from '#backend/database/database.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';
import { migrate } from '#backend/database/migrate.ts';
import { createDiskFiles, type FileStore } from '#backend/storage/files.ts';
import { createMaintenance } from '#server/maintenance.ts';
import { readMigrationSets } from '#server/open-database.ts';
import { loadSigningSecrets, type SigningSecrets } from '#server/signing-secrets.ts';
import { createFormGuard } from '#server/spam/form-guard.ts';
import { type BackupSource, createBackup } from './create-backup.ts';
import { restoreRunning } from './restore-running.ts';
import { verifyBackup } from './verify-backup.ts';

const logger = pino({ level: 'silent' });
const root = mkdtempSync(join(tmpdir(), 'ridgeline-restore-running-'));
const databaseDirectory = join(root, 'database');
const directory = join(root, 'backups');
const maintenance = createMaintenance();
const actor = { id: '7b1c0f0e-0000-4000-8000-000000000001', email: 'owner@example.com' };
const key = '7b1c0f0e-0000-4000-8000-000000000002';
const mail = (name: string) => `7b1c0f0e-0000-4000-8000-00000000000${name}`;

let database: Database;
let files: FileStore;
let source: BackupSource;
let secrets: SigningSecrets;
/** A backup of the state 'Before', with an image, a session and three waiting emails. */
let path: string;

const run = (query: string) => sql.raw(query).execute(database.owner);
async function read(query: string): Promise<unknown[]> {
  const { rows } = await sql.raw<{ value: unknown }>(query).execute(database.owner);
  return rows.map(({ value }) => value);
}
const readName = () => read('select business_name as value from public.business_settings');
const notify = vi.fn();
const restore = (given: Partial<Parameters<typeof restoreRunning>[2]> = {}) =>
  restoreRunning(source, path, {
    ...{ databaseDirectory, directory, actor, maintenance, logger, prepare: async () => {} },
    ...{ secrets, formSecret: undefined, now: Date.now, notify },
    ...given,
  });

beforeAll(async () => {
  database = await createEmbeddedDatabase({ directory: databaseDirectory, logger });
  const sets = await readMigrationSets();
  await migrate(database, sets);
  files = createDiskFiles(join(root, 'storage'));
  source = { database, files, sets, version: '1.2.3' };
  secrets = await loadSigningSecrets(database, undefined);
  await addStaff(database, { email: actor.email, password: 'correct horse' });
  await run(`insert into public.business_settings (business_name) values ('Before')`);
  await files.write(key, [Buffer.from('an image')] as never, { maxBytes: 100 });
  await run(
    `insert into storage.objects (bucket_id, name, version) values ('images', 'hero/a.jpg', '${key}')`,
  );
  await run(`insert into auth.sessions (user_id) select id from auth.users`);
  for (const name of ['3', '4', '5']) {
    await run(
      `insert into private.outbox (id, notice) values ('${mail(name)}', 'visitor_storage')`,
    );
  }
  ({ path } = await createBackup(source, directory));
}, 900_000);
afterAll(async () => {
  await database.close();
  rmSync(root, { recursive: true, force: true });
});

test('a restore replaces rows and images, signs everyone out and gives the process new secrets', async () => {
  const former = await loadSigningSecrets(database, undefined);
  let now = Date.now();
  const options = { countHit: async () => 0, turnstile: undefined, report: () => {} };
  const guard = createFormGuard({ secrets, now: () => now, ...options });
  const receipt = guard.receipt('a form');
  await run(`update public.business_settings set business_name = 'After'`);
  await run(`update private.outbox set status = 'sent', sent_at = now() where id = '${mail('3')}'`);
  await run(`delete from private.outbox where id = '${mail('4')}'`);
  const onChange = vi.fn();
  await database.listen('ridgeline_changes', () => {
    throw new Error('A handler that fails');
  });
  await database.listen('ridgeline_changes', onChange);
  // Deleted while the rows are loaded.
  const prepare = vi.fn(async () => files.remove(key));

  const { before, erasures } = await restore({ prepare });

  expect(await readName()).toEqual(['Before']);
  expect(Buffer.from(await new Response(await files.read(key)).arrayBuffer()).toString()).toBe(
    'an image',
  );
  expect(await read('select id as value from auth.sessions')).toEqual([]);
  const { formerForms, ...valid } = secrets;
  expect(await loadSigningSecrets(database, undefined)).toEqual(valid);
  expect(Object.values(former).filter((each) => Object.values(valid).includes(each))).toEqual([]);
  // The former ones of all purposes, and forms of pages that are open, pass for 15 more minutes.
  const retired = await read(`select purpose || ' ' || secret as value
    from private.signing_secrets where now() - retired_at < interval '1 minute' order by purpose`);
  expect(retired).toEqual(
    Object.entries(former)
      .map((each) => each.join(' '))
      .sort(),
  );
  expect(guard.isReceipt('a form', receipt)).toBe(true);
  now += 16 * 60_000;
  expect(guard.isReceipt('a form', receipt)).toBe(false);
  expect(
    await read('select right(id::text, 1) || status as value from private.outbox order by id'),
  ).toEqual(['3sent', '4sent', '5waiting']);
  expect(
    await read(`select concat_ws(' ', actor_email, action, record_name) as value
      from public.audit_entries where table_name = 'backups'`),
  ).toEqual([`${actor.email} restore ${path.slice(directory.length + 1)}`]);
  expect(prepare).toHaveBeenCalledOnce();
  expect(erasures).toBe(0);
  expect(notify).toHaveBeenCalledWith([actor.email], path.slice(directory.length + 1));
  expect(onChange).toHaveBeenCalledWith('');
  // The data from just before is in a backup of its own.
  expect(before).toMatch(/-restore\.tar\.gz$/);
  const { tables } = await verifyBackup(join(directory, before));
  expect(tables['private.outbox']).toBe(2);
  expect(readdirSync(root).filter((name) => /restoring|former/.test(name))).toEqual([]);
}, 900_000);

test('a site reopens what was restored', async () => {
  await run(`update public.business_settings set business_name = 'After'`);
  await database.close();
  database = await createEmbeddedDatabase({ directory: databaseDirectory, logger });
  source = { ...source, database };
  expect(await readName()).toEqual(['After']);
}, 900_000);

test('restoreRunning leaves the database and files unchanged if a step fails', async () => {
  await run(`update public.business_settings set business_name = 'Present'`);
  await files.remove(key);
  const fail = () => Promise.reject(new Error('no'));
  await expect(restore({ prepare: fail })).rejects.toThrow('no');
  const file = join(root, 'a-file');
  writeFileSync(file, '');
  await expect(restore({ directory: file })).rejects.toThrow(/EEXIST|ENOTDIR/);
  const { replaceFolder } = database;
  database.replaceFolder = async (folder, check) => {
    rmSync(folder, { recursive: true });
    await replaceFolder?.(folder, check);
  };
  await expect(restore()).rejects.toThrow('ENOENT');
  database.replaceFolder = async (folder, check) => {
    rmSync(join(folder, 'global'), { recursive: true });
    await replaceFolder?.(folder, check);
  };
  await expect(restore()).rejects.toThrow();
  if (replaceFolder) database.replaceFolder = replaceFolder;
  expect(await readName()).toEqual(['Present']);
  expect(maintenance.isOn()).toBe(false);
  await expect(files.read(key)).rejects.toThrow('No such file');
  expect(existsSync(`${databaseDirectory}.restoring`)).toBe(false);
  expect(existsSync(`${databaseDirectory}.former`)).toBe(false);
}, 900_000);

test('restoreRunning rejects if something is written during maintenance', async () => {
  const { replaceFolder } = database;
  database.replaceFolder = async (folder, check) => {
    await run(`update public.business_settings set business_name = 'Written meanwhile'`);
    await replaceFolder?.(folder, check);
  };
  await expect(restore()).rejects.toThrow('Someone saved a change during the restore');
  if (replaceFolder) database.replaceFolder = replaceFolder;
  expect(await readName()).toEqual(['Written meanwhile']);
}, 900_000);

test('a backup without staff is refused', async () => {
  await run('delete from public.staff');
  const { path: empty } = await createBackup(source, directory, { label: '-staff' });
  await expect(
    restoreRunning(source, empty, {
      ...{ databaseDirectory, directory, actor, maintenance, logger, prepare: async () => {} },
      ...{ secrets, formSecret: undefined, now: Date.now, notify },
    }),
  ).rejects.toThrow('no staff accounts');
}, 900_000);
