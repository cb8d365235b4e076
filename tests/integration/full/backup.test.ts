import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { readArchive, readLines } from '#server/backup/archive.ts';
import { readDump } from '#server/backup/copy-format.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { openFiles } from '#server/open-files.ts';
import { readSettings } from '#server/settings.ts';
import { loadSigningSecrets } from '#server/signing-secrets.ts';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { insertSpecialCharacterRows } from '#tests/fixtures/special-character-rows.ts';
import { engineAvailable, useBackend } from '#tests/support/backend.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import {
  dumpTables,
  readCounters,
  readStoredFiles,
  withoutSessions,
} from '#tests/support/database-dump.ts';
import { createEmptyDatabase, getDatabaseUrl } from '#tests/support/empty-server-database.ts';
import { addAcceptedQuote, addQuoteSettings } from '#tests/support/quotes.ts';
import { runScript } from '#tests/support/run-script.ts';
import { uploadSmallImage } from '#tests/support/small-image.ts';

const isServer = inject('template').engine === 'server';

describe.skipIf(!engineAvailable())('a backup', () => {
  const root = createTempDirectory();
  const backend = useBackend();
  let file: string;
  let original: Record<string, string[]>;
  let quote: { id: string; token: string };
  const folder = (name: string) => join(root, name);

  beforeAll(async () => {
    const { service } = backend;
    const image = 'inspiration/1767225600000-idea.jpg';
    for (const path of [image, 'sheds/1767225600000-a.jpg', 'projects/1767225600000-b.jpg']) {
      await uploadSmallImage(service, path);
    }
    await insertSpecialCharacterRows(service, image);
    await addQuoteSettings(backend);
    quote = await addAcceptedQuote(backend);
    const quotes = service.storage.from('quotes');
    await quotes.upload(`${quote.id}/quote.pdf`, '%PDF-1.7', { contentType: 'application/pdf' });
    original = await dumpTables(backend.database);
    file = await backUp('backups');
    await run('scripts/restore.ts', [file], { DATA_DIR: folder('restored') });
  });

  async function run(script: string, args: string[], environment: Record<string, string>) {
    expect(await runScript(script, args, environment)).toMatchObject({ status: 0, errors: '' });
  }

  async function backUp(name: string, source?: Record<string, string>): Promise<string> {
    const { database, directory, url } = backend;
    const site: Record<string, string> = { DATA_DIR: directory, PORT: new URL(url).port };
    if (isServer) site.DATABASE_URL = await getDatabaseUrl(database);
    await run('scripts/backup.ts', [folder(name)], source ?? site);
    return join(folder(name), readdirSync(folder(name))[0] ?? '');
  }

  const dump = (environment: Record<string, string>) => withDatabase(environment, dumpTables);

  test('is one file, and its check reports it complete', async () => {
    expect(file).toMatch(/ridgeline-backup-\d{8}T\d{6}Z\.tar\.gz$/);
    const checked = await runScript('scripts/restore.ts', [file, '--check'], {});
    expect(checked.output).toContain('The backup is complete.');
  });

  test('is restored into an empty folder with every row and file, and the evidence of a quote', async () => {
    expect(readStoredFiles(folder('restored'))).toEqual(readStoredFiles(backend.directory));
    await withDatabase({ DATA_DIR: folder('restored') }, async (database) => {
      expect(await dumpTables(database)).toEqual(withoutSessions(original));
      expect(await readCounters(database)).toEqual(await readCounters(backend.database));
      const verify = sql<{ status: string }>`
        select public.verify_quote(${quote.id}::uuid) ->> 'status' as status`;
      const caller = { role: 'service_role', claims: {} } as const;
      expect(await database.queryAsCaller(caller, verify)).toEqual([{ status: 'intact' }]);
      const created: unknown[] = Object.values(await loadSigningSecrets(database, undefined));
      const former = Object.values(backend.secrets);
      expect(former.filter((secret) => created.includes(secret))).toEqual([]);
      expect(created).toHaveLength(former.length);
    });
  });

  test('POST /hooks/backup answers 401 to any key or session, and 404 on a server', async () => {
    const { data } = await backend.staff.auth.getSession();
    for (const token of ['', backend.secretKey, data.session?.access_token ?? 'none']) {
      const posted = { method: 'POST', body: new URLSearchParams({ token }) };
      const answer = await fetch(`${backend.url}/hooks/backup`, posted);
      expect(answer.status).toBe(isServer ? 404 : 401);
    }
  });

  test('is a snapshot without a part of a transaction that commits meanwhile', async () => {
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
    await expect.poll(() => before).toBeGreaterThan(3);
    const acknowledged = before;
    const busy = await backUp('busy');
    running = false;
    await writer;
    const pairs = await countPairs(busy);
    expect(pairs.size).toBeGreaterThan(acknowledged);
    expect([...pairs.values()].every((halves) => halves === 2)).toBe(true);
  });

  if (isServer) {
    test('is loaded by psql, sessions included', async () => {
      const url = await createEmptyDatabase();
      for await (const { name, content } of readArchive(file)) {
        const input = Buffer.concat(await Array.fromAsync(content));
        if (name === 'database.sql') execFileSync('psql', ['-X', '-q', '-d', url], { input });
      }
      await withDatabase({ DATABASE_URL: url }, async (database) => {
        expect(await dumpTables(database)).toEqual(original);
      });
    });

    test('of the embedded database is restored into a server, once', async () => {
      const second = await backUp('again', { DATA_DIR: folder('restored') });
      const target = { DATA_DIR: folder('on-server'), DATABASE_URL: await createEmptyDatabase() };
      await run('scripts/restore.ts', [second], target);
      expect(readStoredFiles(target.DATA_DIR)).toEqual(readStoredFiles(backend.directory));
      expect(await dump(target)).toEqual(withoutSessions(original));
      const refused = await runScript('scripts/restore.ts', [second], target);
      expect(refused.status).toBe(1);
      expect(refused.errors).toMatch(/The database in DATABASE_URL already has \d+ tables/);
    });

    test('is not needed for npm run move, which copies every row once the site is stopped', async () => {
      const url = await createEmptyDatabase();
      const source = { DATA_DIR: folder('restored') };
      await withDatabase(source, async (database) => {
        await sql`insert into auth.sessions (user_id) select id from auth.users`.execute(
          database.owner,
        );
        const inUse = await runScript('scripts/move.ts', ['--to', url], source);
        expect(inUse.errors).toContain('Stop the site first');
      });
      await run('scripts/move.ts', ['--to', url], source);
      expect(await dump({ DATABASE_URL: url })).toEqual(await dump(source));
    });
  } else {
    test('is not restored into a folder with a database or with images', async () => {
      const taken = await runScript('scripts/restore.ts', [file], { DATA_DIR: folder('restored') });
      expect(taken.errors).toContain('only be restored into an empty data folder');
      const target = { DATA_DIR: folder('images-only') };
      mkdirSync(join(target.DATA_DIR, 'storage'), { recursive: true });
      const { files } = await openFiles(readSettings(target));
      await files.write(crypto.randomUUID(), (async function* () {})(), { maxBytes: 1 });
      const withFiles = await runScript('scripts/restore.ts', [file], target);
      expect(withFiles.errors).toContain('The image storage is not empty');
    });
  }
});

async function withDatabase<Result>(
  environment: Record<string, string>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database: setting } = readSettings(environment);
  const database = await openDatabase(setting, createLogger('silent'));
  return work(database).finally(() => database.close());
}

async function countPairs(file: string): Promise<Map<string, number>> {
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
