import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded.ts';
import { type Migration, migrate, readMigrations } from '#backend/database/migrate.ts';
import type { DatabaseSetting } from './settings.ts';
import { timed } from './start-times.ts';

const directoryOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Reads this program's migrations, in the order in which they are applied: the platform's, then its own. */
export async function readMigrationSets(): Promise<Record<string, Migration[]>> {
  return {
    platform: await readMigrations(directoryOf('../backend/database/platform')),
    project: await readMigrations(directoryOf('../supabase/migrations')),
  };
}

/**
 * Opens the database that the settings name and brings its tables up to date.
 *
 * @returns the open database, which the caller closes
 * @throws FolderInUse, MigrationMismatch, or the driver's error where it can't be reached
 */
export async function openDatabase(setting: DatabaseSetting, logger: Logger): Promise<Database> {
  const database = await timed('database', () =>
    setting.kind === 'embedded'
      ? createEmbeddedDatabase({ directory: setting.directory, logger })
      : connect(setting.url, logger),
  );
  try {
    const applied = await timed('migrations', async () =>
      migrate(database, await readMigrationSets()),
    );
    if (applied.length > 0) logger.info({ applied }, 'Migrations applied');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The driver is loaded here only. */
async function connect(url: string, logger: Logger): Promise<Database> {
  const { createServerDatabase } = await import('#backend/database/server.ts');
  return createServerDatabase({ url, logger });
}
