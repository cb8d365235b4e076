import { PGlite } from '@electric-sql/pglite';
import type { Database } from '#backend/database/database.ts';
import { migrate, readMigrations } from '#backend/database/migrate.ts';
import { overPglite } from '#backend/database/pglite.ts';

/** A migrated database in memory, for tests of one service. */
export async function openMemoryDatabase(): Promise<Database> {
  const database = overPglite(await PGlite.create());
  await migrate(database, {
    platform: await readMigrations('backend/database/platform'),
    project: await readMigrations('supabase/migrations'),
  });
  return database;
}
