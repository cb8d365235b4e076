import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { migrate } from '#backend/database/migrate.ts';
import { createServerDatabase } from '#backend/database/server.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase, readMigrationSets } from '#server/open-database.ts';
import { engineAvailable, openCopy } from '#tests/support/backend.ts';
import { createEmptyDatabase } from '#tests/support/empty-server-database.ts';
import { runScript } from '#tests/support/run-script.ts';

/** A program meets data that another version of it has made. */
describe.skipIf(!engineAvailable())('data of another version', () => {
  test('of a newer version is not opened, with an error', async () => {
    const copy = await openCopy();
    await sql`insert into ridgeline.migrations (set_name, version, name, checksum)
      values ('project', '20991231000000', 'of_the_future', 'x')`.execute(copy.database.owner);
    await copy.database.close();
    const started = await runScript('scripts/staff.ts', ['list'], copy.environment);
    expect(started.status).toBe(1);
    expect(started.errors).toBe(
      'The database has the migration 20991231000000_of_the_future (project), which this version of ' +
        'the program does not know. Start it with the version that made it, or a newer one.\n',
    );
    await copy.close();
  });

  // That migrations run alike on the embedded engine is for migrate.test.ts.
  if (inject('template').engine === 'server') {
    test('of an older version is migrated with its rows', async () => {
      const logger = createLogger('silent');
      const url = await createEmptyDatabase();
      const sets = await readMigrationSets();
      const older = createServerDatabase({ url, logger });
      await migrate(older, {
        platform: sets.platform?.slice(0, 1) ?? [],
        project: sets.project?.slice(0, 6) ?? [],
      });
      await sql`insert into public.contact_submissions (name, email, subject, message)
        values ('Ann', 'ann@example.com', 'Sizes', 'How large is the largest shed?')`.execute(
        older.owner,
      );
      await older.close();

      const { owner, close } = await openDatabase({ type: 'server', url }, logger);
      const newest = await sql<{ version: string }>`
        select max(version) as version from ridgeline.migrations where set_name = 'project'`.execute(
        owner,
      );
      expect(newest.rows).toEqual([{ version: sets.project?.at(-1)?.version }]);
      const stored = await sql`select name, is_spam from public.contact_submissions`.execute(owner);
      expect(stored.rows).toEqual([{ name: 'Ann', is_spam: false }]);
      await close();
    });
  }
});
