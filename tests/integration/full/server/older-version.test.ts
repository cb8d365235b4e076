import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { migrate } from '#backend/database/migrate.ts';
import { createServerDatabase } from '#backend/database/server-database.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase, readMigrationSets } from '#server/open-database.ts';
import { createEmptyDatabase } from '#tests/support/empty-server-database.ts';

test.skipIf(inject('template').engine !== 'server')(
  'data of an older version is migrated with its rows',
  async () => {
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
  },
);
