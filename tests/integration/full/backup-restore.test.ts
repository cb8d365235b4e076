import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { readSettings } from '#server/settings.ts';
import { insertSpecialCharacterRows } from '#tests/fixtures/special-character-rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';
import {
  dumpTables,
  readCounters,
  readStoredFiles,
  withoutSessions,
} from '#tests/support/database-dump.ts';
import { getDatabaseUrl } from '#tests/support/empty-server-database.ts';
import { acceptSentQuote, addQuoteSettings, addSentQuote } from '#tests/support/quotes.ts';
import { runScript } from '#tests/support/run-script.ts';
import { createSmallImage } from '#tests/support/small-image.ts';

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
    await service.storage
      .from('quotes')
      .upload(`${quote.id}/quote.pdf`, '%PDF-1.7', { contentType: 'application/pdf' });
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
    expect(made.output).toContain('4 files');
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

  test('npm run restore into an empty folder restores every file', async () => {
    const target = folder('restored');
    const restored = await runScript('scripts/restore.ts', [file], { DATA_DIR: target });
    expect(restored).toMatchObject({ status: 0, errors: '' });
    expect(readStoredFiles(target)).toEqual(readStoredFiles(backend.directory));
  });

  test('the restored folder has every row, and the evidence of a quote is intact', async () => {
    const { database: setting } = readSettings({ DATA_DIR: folder('restored') });
    const database = await openDatabase(setting, createLogger('silent'));
    try {
      expect(await dumpTables(database)).toEqual(withoutSessions(original));
      expect(await readCounters(database)).toEqual(await readCounters(backend.database));
      const [verified] = await database.queryAsCaller(
        { role: 'service_role', claims: {} },
        sql<{
          status: string;
        }>`select public.verify_quote(${quote.id}::uuid) ->> 'status' as status`,
      );
      expect(verified).toEqual({ status: 'intact' });
    } finally {
      await database.close();
    }
  });
});
