import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadSharedKeys } from '#backend/auth/keys.ts';
import { loadSigningSecrets } from '#server/signing-secrets.ts';
import { openTestSource, type TestSource } from '#tests/support/backup-source.ts';
import { writeArchive } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { createBackup, describeBackup } from './create-backup.ts';
import { backUpIfDue, claimRun, readLastRun } from './daily-backup.ts';
import { findMigrations } from './load-backup.ts';
import { formatNumber } from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

let source: TestSource;
let root: string;
let directory: string;

beforeAll(async () => {
  source = await openTestSource();
  root = mkdtempSync(join(tmpdir(), 'ridgeline-create-backup-'));
});
beforeEach(() => {
  directory = mkdtempSync(join(root, 'case-'));
  source.beforeRead = async () => {};
});
afterAll(async () => {
  await source.database.close();
  rmSync(root, { recursive: true, force: true });
});

async function loadSecretKeys() {
  const { publishableKey, secretKey } = await loadSharedKeys(source.database, directory);
  const { rows } = await sql<{ d: string }>`
    select keys #>> '{signingKey,d}' as d from ridgeline.keys`.execute(source.database.owner);
  return { publicKey: publishableKey, secretKey, privateKey: rows[0]?.d ?? 'none' };
}

describe('createBackup', () => {
  test('includes the new file of an object whose file is replaced meanwhile', async () => {
    await source.addFile('hero/1-a.jpg', 'before');
    await source.addFile('hero/2-b.jpg', 'unchanged');
    let replaced = false;
    source.beforeRead = async () => {
      if (replaced) return;
      replaced = true;
      source.bytes.clear();
      await source.addFile('hero/1-a.jpg', 'after');
      await source.addFile('hero/2-b.jpg', 'also new');
    };
    const { manifest, path } = await createBackup(source, directory);
    expect(manifest.filesMissing).toEqual([]);
    expect(manifest.files.map(({ name, size }) => [name, size]).sort()).toEqual([
      ['hero/1-a.jpg', 5],
      ['hero/2-b.jpg', 8],
    ]);
    expect(await verifyBackup(path)).toEqual(manifest);
  });

  test('lists a missing file in the manifest and the report', async () => {
    const key = await source.addFile('hero/3-lost.jpg', 'x');
    source.bytes.delete(key);
    const made = await createBackup(source, directory);
    expect(made.manifest.filesMissing).toEqual([{ bucket: 'images', name: 'hero/3-lost.jpg' }]);
    expect(describeBackup(made)).toContain('images/hero/3-lost.jpg');
    await sql`delete from storage.objects where name = 'hero/3-lost.jpg'`.execute(
      source.database.owner,
    );
  });

  test('leaves out the tables of another program and lists them', async () => {
    await sql`create table public.of_somebody_else (n int)`.execute(source.database.owner);
    const made = await createBackup(source, directory);
    expect(made.manifest.tablesLeftOut).toEqual(['public.of_somebody_else']);
    expect(describeBackup(made)).toContain('public.of_somebody_else');
    await sql`drop table public.of_somebody_else`.execute(source.database.owner);
    const { manifest } = await createBackup(source, directory, { label: '-without' });
    expect(manifest.tablesLeftOut).toEqual([]);
    expect(manifest.tables).not.toHaveProperty('ridgeline.keys');
  });

  test('has none of the secrets with which a site signs or is opened', async () => {
    const formSecret = 'chosen by the operator, 32 characters';
    const created = await loadSigningSecrets(source.database, undefined);
    const derived = await loadSigningSecrets(source.database, formSecret);
    const preview = 'the secret of links to drafts, 32 characters';
    await sql`select private.set_signing_secret('previews', ${preview})`.execute(
      source.database.owner,
    );
    const { publicKey, secretKey, privateKey } = await loadSecretKeys();
    const { path, manifest } = await createBackup(source, directory);
    const content = gunzipSync(readFileSync(path)).toString('latin1');
    expect(content).toContain('COPY "private"."rate_limits"');
    const secrets = [formSecret, preview, ...Object.values(created), ...Object.values(derived)];
    for (const secret of [...secrets, publicKey, secretKey, privateKey]) {
      expect(content).not.toContain(secret);
    }
    expect(manifest.tables).not.toHaveProperty('private.signing_secrets');
  });

  test('succeeds with temporary files that it cannot delete, and names them', async () => {
    const yesterday = Date.now() / 1000 - 25 * 60 * 60;
    const folder = join(directory, '.ridgeline-backup-20200101T000000Z.tar.gz.0a1b2c.part');
    const file = folder.replace('20200101', '20200102');
    mkdirSync(folder);
    writeFileSync(file, '');
    for (const path of [folder, file]) utimesSync(path, yesterday, yesterday);
    const { rm } = fsPromises;
    vi.spyOn(fsPromises, 'rm').mockImplementation(async (path, options) => {
      if (String(path).endsWith('.sql.part') && existsSync(path)) throw new Error('EIO');
      return rm(path, options);
    });
    syncBuiltinESMExports();
    const made = await createBackup(source, directory).finally(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    expect(made.leftovers).toEqual([folder, expect.stringMatching(/\.sql\.part$/)]);
    expect(describeBackup(made)).toContain(`Temporary files not deleted: ${folder}, `);
    expect(existsSync(file)).toBe(false);
    expect(await verifyBackup(made.path)).toEqual(made.manifest);
  });

  test('succeeds if its file cannot be looked at once it has its name', async () => {
    const { stat } = fsPromises;
    vi.spyOn(fsPromises, 'stat').mockImplementation((async (path: string) => {
      if (path.endsWith('.tar.gz')) throw new Error('EIO');
      return stat(path);
    }) as typeof stat);
    syncBuiltinESMExports();
    const { path, size } = await createBackup(source, directory).finally(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    expect(size).toBe(readFileSync(path).byteLength);
  });

  test('leaves no file behind if it is aborted or fails', async () => {
    const stopping = new AbortController();
    source.beforeRead = async () => stopping.abort();
    await expect(createBackup(source, directory, { signal: stopping.signal })).rejects.toThrow(
      /abort/,
    );
    source.beforeRead = async () => {
      throw new Error('Object store unavailable');
    };
    await expect(createBackup(source, directory)).rejects.toThrow('Object store unavailable');
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('verifyBackup', () => {
  const readError = async (path: string) => {
    const error = await verifyBackup(path).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BackupError);
    return (error as BackupError).message;
  };

  const unpacks = (packed: Buffer, plain: Buffer) => {
    try {
      return gunzipSync(packed).equals(plain);
    } catch {
      return false;
    }
  };

  test('rejects a backup with any byte changed or its end missing', async () => {
    const { path } = await createBackup(source, directory);
    const whole = readFileSync(path);
    const plain = gunzipSync(whole);
    const inFile = plain.indexOf('also new');
    const inRows = plain.indexOf('hero/1-a.jpg');
    for (const place of [inFile, inRows]) {
      const changed = Buffer.from(plain);
      changed[place] = 0x58;
      writeFileSync(path, gzipSync(changed));
      expect(await readError(path)).toMatch(/is damaged: \S+ has changed since it was written\./);
    }
    for (let place = 100; place < whole.byteLength; place += Math.ceil(whole.byteLength / 40)) {
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ 0x10;
      writeFileSync(path, changed);
      // A changed bit can name another place with the same bytes.
      if (!unpacks(changed, plain)) await readError(path);
      writeFileSync(path, whole.subarray(0, place));
      expect(await readError(path)).toContain('damaged');
    }
    writeFileSync(path, gzipSync(plain.subarray(0, plain.indexOf('manifest.json'))));
    expect(await readError(path)).toContain('damaged');
    writeFileSync(path, 'Dear diary');
    expect(await readError(path)).toContain('damaged');
    expect(await readError(join(directory, 'nothing'))).toContain('does not exist');
  });

  test('rejects a backup of a newer layout, findMigrations one with other migrations', async () => {
    const path = join(directory, 'newer.tar.gz');
    const archive = writeArchive(path, new Date());
    await archive.addBytes(
      'manifest.json',
      Buffer.from(JSON.stringify({ format: formatNumber + 1 })),
    );
    await archive.finish();
    expect(await readError(path)).toContain('was made by a newer version of the program');
    const { manifest } = await createBackup(source, directory);
    const sets = { ...source.sets, project: source.sets.project?.slice(0, -1) ?? [] };
    expect(() => findMigrations(manifest, sets)).toThrow(
      /which this version of the program does not know. It was made by version 1.2.3/,
    );
    const [first, ...others] = source.sets.project ?? [];
    const other = { ...source.sets, project: first ? [{ ...first, script: '' }, ...others] : [] };
    expect(() => findMigrations(manifest, other)).toThrow(/differs from the one in the backup/);
    const later = { ...source.sets, project: others };
    expect(() => findMigrations(manifest, later)).toThrow(/from before the first release/);
  });
});

describe('backUpIfDue', () => {
  const lines: { level: number; msg: string }[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const { signal } = new AbortController();
  const now = Date.now();
  const day = (number: number) => new Date(now - (20 - number) * 24 * 60 * 60 * 1000);
  const run = (due: Date, keep = 2) =>
    backUpIfDue(source, { directory, keep }, due, logger, signal);
  const last = () => readLastRun(source.database);

  test('makes no backup before the day after the first start', async () => {
    await run(day(1));
    await sql`insert into ridgeline.migrations (set_name, version, name, checksum, applied_at)
      values ('seed', '1', 'none', '', ${day(2)}::timestamptz)`.execute(source.database.owner);
    await run(day(2));
    await run(day(1));
    expect(readdirSync(directory)).toEqual([]);
    expect(await last()).toBeUndefined();
  });

  test('claimRun gives a run to one of several processes that share a database', async () => {
    const shared = { ...source.database, engine: 'server' as const };
    const claims = await Promise.all([1, 2, 3].map(() => claimRun(shared, day(3))));
    expect(claims.filter((id) => id !== undefined)).toHaveLength(1);
    await sql`delete from public.backup_runs`.execute(source.database.owner);
  });

  test('makes one backup per due time and removes the oldest daily ones, none made by hand', async () => {
    const daily = /^ridgeline-backup-\d{8}T\d{6}Z-daily\.tar\.gz$/;
    const old = [
      'ridgeline-backup-20200101T000000Z-daily.tar.gz',
      'ridgeline-backup-20200102T000000Z-daily.tar.gz',
    ];
    const byHand = 'ridgeline-backup-20200101T000000Z.tar.gz';
    for (const name of [...old, byHand]) writeFileSync(join(directory, name), '');
    await run(day(3));
    await run(day(3));
    const names = readdirSync(directory).sort();
    expect(names).toEqual([byHand, old[1], expect.stringMatching(daily)]);
    expect(await last()).toMatchObject({ state: 'ok' });
    const { rows } =
      await sql`select file_name, bytes > 0 as filled from public.backup_runs`.execute(
        source.database.owner,
      );
    expect(rows).toEqual([{ file_name: names[2], filled: true }]);
  });

  test('with BACKUP_KEEP 1 removes an earlier backup with a later time, not the new one', async () => {
    const ahead = 'ridgeline-backup-29990101T000000Z-daily.tar.gz';
    writeFileSync(join(directory, ahead), '');
    await sql`delete from public.backup_runs`.execute(source.database.owner);
    await run(day(3), 1);
    const names = readdirSync(directory);
    expect(names).toHaveLength(1);
    expect(names).not.toContain(ahead);
  });

  test('a backup succeeds even if an older one cannot be removed', async () => {
    const folder = join(directory, 'ridgeline-backup-20200103T000000Z-daily.tar.gz');
    mkdirSync(folder);
    await sql`delete from public.backup_runs`.execute(source.database.owner);
    await run(day(3), 1);
    expect(await last()).toMatchObject({ state: 'ok' });
    expect(lines.at(-1)).toMatchObject({ level: 50, msg: 'Old backup deletion failed' });
    rmSync(folder, { recursive: true });
  });

  test('a good backup whose record cannot be written does not count as failed, and is repeated', async () => {
    const { owner } = source.database;
    await sql`delete from public.backup_runs`.execute(owner);
    await sql`alter table public.backup_runs add constraint unwritable check (file_name is null)`.execute(
      owner,
    );
    await run(day(3));
    await sql`alter table public.backup_runs drop constraint unwritable`.execute(owner);
    expect(lines.at(-1)).toMatchObject({ level: 50, msg: 'Backup record update failed' });
    expect(readdirSync(directory)).toHaveLength(1);
    expect(await last()).toBeUndefined();
    await run(day(3));
    expect(await last()).toMatchObject({ state: 'ok' });
  });

  test('logs an error and repeats a failed backup after an hour', async () => {
    directory = join(directory, 'a-file');
    writeFileSync(directory, '');
    await run(day(4));
    expect(await last()).toMatchObject({ state: 'failed' });
    expect(lines.at(-1)).toMatchObject({
      level: 50,
      msg: 'Daily backup failed',
    });
    rmSync(directory);
    await run(day(4));
    expect(await last()).toMatchObject({ state: 'failed' });
    await sql`update public.backup_runs set finished_at = finished_at - interval '61 minutes'
      where failure is not null`.execute(source.database.owner);
    await run(day(4));
    expect(await last()).toMatchObject({ state: 'ok' });
  });

  test('repeats an aborted backup, and ignores runs of a clock that was ahead', async () => {
    const stopping = new AbortController();
    source.beforeRead = async () => stopping.abort();
    await backUpIfDue(source, { directory, keep: 2 }, day(5), logger, stopping.signal);
    source.beforeRead = async () => {};
    await sql`insert into public.backup_runs (due_at, started_at, finished_at, file_name, bytes)
      values (now() + interval '1 year', now() + interval '1 year', now() + interval '1 year', 'x', 1)`.execute(
      source.database.owner,
    );
    await run(day(5));
    expect(readdirSync(directory)).toHaveLength(1);
  });
});
