import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded.ts';
import { migrate } from '#backend/database/migrate.ts';
import { createServerDatabase } from '#backend/database/server.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase, readMigrationSets } from '#server/open-database.ts';
import { readSettings } from '#server/settings.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import { createEmptyDatabase } from '#tests/support/empty-server-database.ts';
import { runScript } from '#tests/support/run-script.ts';

/** A program meets data that another version of it has made. */
describe.skipIf(!engineAvailable())('data of another version', () => {
  const logger = createLogger('silent');
  let environment: Record<string, string>;
  let directory: string;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'ridgeline-versions-'));
    environment = { DATA_DIR: directory };
    if (inject('template').engine === 'server') {
      environment.DATABASE_URL = await createEmptyDatabase();
    }
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const use = async (database: Database, work: (database: Database) => Promise<void>) => {
    try {
      await work(database);
    } finally {
      await database.close();
    }
  };

  test('of an older one is brought up to date, and of a newer one it is left alone', async () => {
    const { database: setting } = readSettings(environment);
    const sets = await readMigrationSets();
    const older =
      setting.kind === 'server'
        ? createServerDatabase({ url: setting.url, logger })
        : await createEmbeddedDatabase({ directory: setting.directory, logger });
    await use(older, async (database) => {
      await migrate(database, {
        platform: sets.platform?.slice(0, 1) ?? [],
        project: sets.project?.slice(0, 3) ?? [],
      });
      await sql`insert into public.contact_submissions (name, email, subject, message)
        values ('Ann', 'ann@example.com', 'Sizes', 'How large is the largest shed?')`.execute(
        database.owner,
      );
    });

    await use(await openDatabase(setting, logger), async (database) => {
      const applied = await sql<{ count: number }>`
        select count(*)::int as count from ridgeline.migrations`.execute(database.owner);
      expect(applied.rows).toEqual([{ count: Object.values(sets).flat().length }]);
      const kept = await sql`select name, is_spam from public.contact_submissions`.execute(
        database.owner,
      );
      expect(kept.rows).toEqual([{ name: 'Ann', is_spam: false }]);
      await sql`insert into ridgeline.migrations (set_name, version, name, checksum)
        values ('project', '20991231000000', 'of_the_future', 'x')`.execute(database.owner);
    });

    const started = await runScript('scripts/staff.ts', ['list'], environment);
    expect(started.status).toBe(1);
    expect(started.errors).toBe(
      'The database has the migration 20991231000000_of_the_future (project), which this version of ' +
        'the program does not know. Start it with the version that made it, or a newer one.\n',
    );
  });
});
