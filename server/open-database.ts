import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded.ts';
import {
  requireWholeFolder,
  toEmbeddedMigrationError,
  toEmbeddedStartError,
} from '#backend/database/embedded-start-error.ts';
import { type Migration, migrate, readMigrations } from '#backend/database/migrate.ts';
import {
  requireSupportedVersion,
  toServerStartError,
} from '#backend/database/server-start-error.ts';
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
 * @throws StartError with a sentence for the operator, or the driver's error where nobody knows better
 */
export async function openDatabase(setting: DatabaseSetting, logger: Logger): Promise<Database> {
  const database = await timed('database', () => open(setting, logger));
  try {
    const applied = await timed('migrations', async () =>
      migrate(database, await readMigrationSets()),
    );
    if (applied.length > 0) logger.info({ applied }, 'Migrations applied');
    return database;
  } catch (error) {
    await database.close().catch(() => undefined);
    throw setting.kind === 'server'
      ? toServerStartError(error, setting.url)
      : toEmbeddedMigrationError(error, setting.directory);
  }
}

function open(setting: DatabaseSetting, logger: Logger): Promise<Database> {
  return setting.kind === 'server'
    ? connect(setting.url, logger)
    : openEmbedded(setting.directory, logger);
}

async function openEmbedded(directory: string, logger: Logger): Promise<Database> {
  try {
    requireWholeFolder(directory);
    return await createEmbeddedDatabase({ directory, logger });
  } catch (error) {
    throw toEmbeddedStartError(error, directory);
  }
}

/** The driver is loaded here only. */
async function connect(url: string, logger: Logger): Promise<Database> {
  const { createServerDatabase } = await import('#backend/database/server.ts');
  const database = createServerDatabase({ url, logger });
  try {
    await requireSupportedVersion(database);
    return database;
  } catch (error) {
    await database.close();
    throw toServerStartError(error, url);
  }
}
