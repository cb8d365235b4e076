import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { readArchive, readLines } from '#server/backup/archive.ts';
import { readDump } from '#server/backup/copy-format.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { openFiles } from '#server/open-files.ts';
import { readSettings } from '#server/settings.ts';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { insertSpecialCharacterRows } from '#tests/fixtures/special-character-rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';
import {
  dumpTables,
  readCounters,
  readStoredFiles,
  withoutSessions,
} from '#tests/support/database-dump.ts';
import { createEmptyDatabase, getDatabaseUrl } from '#tests/support/empty-server-database.ts';
import { acceptSentQuote, addQuoteSettings, addSentQuote } from '#tests/support/quotes.ts';
import { runScript } from '#tests/support/run-script.ts';
import { createSmallImage } from '#tests/support/small-image.ts';

const silent = createLogger('silent');
const image = 'inspiration/1767225600000-idea.jpg';

describe.skipIf(!engineAvailable())('backup and restore', () => {
  let backend: TestBackend;
  let root: string;
  let environment: Record<string, string>;
  let file: string;
  let original: Record<string, string[]>;
  let quote: { id: string; token: string };
  const folder = (name: string) => join(root, name);

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'ridgeline-backup-'));
    backend = await startBackend();
    const { database, directory, service } = backend;
    environment = { DATA_DIR: directory, PORT: new URL(backend.url).port };
    if (database.engine === 'server') environment.DATABASE_URL = await getDatabaseUrl(database);
    for (const path of [image, 'sheds/1767225600000-a.jpg', 'projects/1767225600000-b.jpg']) {
      const { error } = await service.storage
        .from('images')
        .upload(path, await createSmallImage(), { contentType: 'image/jpeg' });
      if (error) throw error;
    }
    await insertSpecialCharacterRows(service, image);
    await addQuoteSettings(backend);
    quote = await addSentQuote(backend);
    await acceptSentQuote(backend, quote.token);
    expect(await backend.writeDocuments()).toBe(2);
    original = await dumpTables(database);
  });
  afterAll(async () => {
    await backend?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  test('npm run backup creates one file while the site runs', async () => {
    const made = await runScript('scripts/backup.ts', [folder('backups')], environment);
    expect(made).toMatchObject({ status: 0, errors: '' });
    const names = readdirSync(folder('backups'));
    expect(names).toEqual([expect.stringMatching(/^ridgeline-backup-\d{8}T\d{6}Z\.tar\.gz$/)]);
    file = join(folder('backups'), names[0] ?? '');
    expect(made.output).toContain(file);
    expect(made.output).toContain('5 files');
    const checked = await runScript('scripts/restore.ts', [file, '--check'], {});
    expect(checked.output).toContain('It is whole.');
  });

  test('POST /hooks/backup answers 401 to any key or session, and 404 on a server', async () => {
    const { data } = await backend.staff.auth.getSession();
    const expected = inject('template').engine === 'server' ? 404 : 401;
    for (const token of ['', backend.secretKey, data.session?.access_token ?? 'none']) {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${backend.url}/hooks/backup`, { method: 'POST', headers });
      expect(answer.status).toBe(expected);
    }
  });

  test('npm run restore into an empty folder restores every row and file', async () => {
    const target = folder('restored');
    const restored = await runScript('scripts/restore.ts', [file], { DATA_DIR: target });
    expect(restored).toMatchObject({ status: 0, errors: '' });
    expect(readStoredFiles(target)).toEqual(readStoredFiles(backend.directory));
    await withDatabase({ DATA_DIR: target }, async (database) => {
      expect(await dumpTables(database)).toEqual(withoutSessions(original));
      expect(await readCounters(database)).toEqual(await readCounters(backend.database));
      const { rows } = await database.owner.transaction().execute(async (transaction) => {
        await sql`set local role service_role`.execute(transaction);
        return sql<{
          verified: object;
        }>`select public.verify_quote(${quote.id}::uuid) as verified`.execute(transaction);
      });
      expect(rows).toMatchObject([{ verified: { status: 'intact' } }]);
    });
  });

  if (inject('template').engine === 'server') {
    test('psql loads every row of database.sql, sessions included', async () => {
      const url = await createEmptyDatabase();
      for await (const { name, content } of readArchive(file)) {
        const input = Buffer.concat(await Array.fromAsync(content));
        if (name === 'database.sql') execFileSync('psql', ['-X', '-q', '-d', url], { input });
      }
      await withDatabase({ DATABASE_URL: url }, async (database) => {
        expect(await dumpTables(database)).toEqual(original);
        expect(await readCounters(database)).toEqual(await readCounters(backend.database));
      });
    });

    test('a backup of the embedded database is restored into a server, every row and file the same', async () => {
      const source = { DATA_DIR: folder('restored') };
      const again = await runScript('scripts/backup.ts', [folder('again')], source);
      expect(again).toMatchObject({ status: 0, errors: '' });
      const second = join(folder('again'), readdirSync(folder('again'))[0] ?? '');
      const target = { DATA_DIR: folder('on-server'), DATABASE_URL: await createEmptyDatabase() };
      const restored = await runScript('scripts/restore.ts', [second], target);
      expect(restored).toMatchObject({ status: 0, errors: '' });
      expect(readStoredFiles(target.DATA_DIR)).toEqual(readStoredFiles(backend.directory));
      await withDatabase(target, async (database) => {
        expect(await dumpTables(database)).toEqual(withoutSessions(original));
      });
      const refused = await runScript('scripts/restore.ts', [second], target);
      expect(refused.status).toBe(1);
      expect(refused.errors).toMatch(/The database of DATABASE_URL has \d+ tables already/);
    });
  }

  if (inject('template').engine === 'server') {
    test('npm run move copies every row to a server, sessions included, once the site is stopped', async () => {
      const url = await createEmptyDatabase();
      const source = { DATA_DIR: folder('restored') };
      await withDatabase(source, async (database) => {
        const { rows } = await sql<{ id: string }>`select id from auth.users limit 1`.execute(
          database.owner,
        );
        await sql`insert into auth.sessions (user_id) values (${rows[0]?.id}::uuid)`.execute(
          database.owner,
        );
        const inUse = await runScript('scripts/move.ts', ['--to', url], source);
        expect(inUse.status).toBe(1);
        expect(inUse.errors).toContain('Stop the site first');
      });
      const moved = await runScript('scripts/move.ts', ['--to', url], source);
      expect(moved).toMatchObject({ status: 0, errors: '' });
      let before = {};
      await withDatabase(source, async (database) => {
        before = await dumpTables(database);
      });
      await withDatabase({ DATABASE_URL: url }, async (database) => {
        expect(await dumpTables(database)).toEqual(before);
      });
    });
  }

  if (inject('template').engine === 'embedded') {
    test('npm run restore rejects a folder with a database or with images', async () => {
      const taken = await runScript('scripts/restore.ts', [file], { DATA_DIR: folder('restored') });
      expect(taken.status).toBe(1);
      expect(taken.errors).toContain('into an empty data folder only');
      mkdirSync(join(folder('pictures-only'), 'storage'), { recursive: true });
      const { files } = await openFiles(readSettings({ DATA_DIR: folder('pictures-only') }));
      await files.write(crypto.randomUUID(), (async function* () {})(), { maxBytes: 1 });
      const withFiles = await runScript('scripts/restore.ts', [file], {
        DATA_DIR: folder('pictures-only'),
      });
      expect(withFiles.status).toBe(1);
      expect(withFiles.errors).toContain('The place for pictures holds some already');
    });
  }

  test('a backup is a snapshot without a part of a transaction that commits meanwhile', async () => {
    let running = true;
    let before = 0;
    const writer = (async () => {
      for (let n = 0; running; n += 1) {
        const pair = ['first', 'second'].map((half) =>
          newContactMessage({ email: `pair${n}-${half}@example.com`, subject: 'A pair' }),
        );
        await backend.service.from('contact_submissions').insert(pair).throwOnError();
        before = n;
      }
    })();
    while (before < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    const acknowledged = before;
    const made = await runScript('scripts/backup.ts', [folder('busy')], environment);
    running = false;
    await writer;
    expect(made).toMatchObject({ status: 0, errors: '' });
    const pairs = await pairsIn(join(folder('busy'), readdirSync(folder('busy'))[0] ?? ''));
    expect(pairs.size).toBeGreaterThan(acknowledged);
    expect([...pairs.values()].every((halves) => halves === 2)).toBe(true);
  });
});

async function withDatabase(
  environment: Record<string, string>,
  work: (database: Database) => Promise<void>,
) {
  const database = await openDatabase(readSettings(environment).database, silent);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function pairsIn(file: string): Promise<Map<string, number>> {
  const pairs = new Map<string, number>();
  for await (const { name, content } of readArchive(file)) {
    if (name !== 'database.sql') {
      for await (const _ of content);
      continue;
    }
    for await (const piece of readDump(readLines(content))) {
      const [, number] = ('line' in piece && /\tpair(\d+)-/.exec(piece.line)) || [];
      if (number) pairs.set(number, (pairs.get(number) ?? 0) + 1);
    }
  }
  return pairs;
}
