import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import {
  requireSupportedVersion,
  requireWholeFolder,
  toDamageStartError,
  toEmbeddedMigrationError,
  toEmbeddedStartError,
  toServerStartError,
} from '#backend/database/database-start-errors.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';
import { type Migration, migrate, readMigrations } from '#backend/database/migrate.ts';
import type { DatabaseSetting } from './settings.ts';
import { timed } from './start-times.ts';

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export async function readMigrationSets(): Promise<Record<string, Migration[]>> {
  return {
    platform: await readMigrations(toPath('../backend/database/platform')),
    project: await readMigrations(toPath('../supabase/migrations')),
  };
}

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
    const damage = toDamageStartError(error);
    throw setting.type === 'server'
      ? toServerStartError(damage, setting.url)
      : toEmbeddedMigrationError(damage, setting.directory);
  }
}

function open(setting: DatabaseSetting, logger: Logger): Promise<Database> {
  return setting.type === 'server'
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

async function connect(url: string, logger: Logger): Promise<Database> {
  const { createServerDatabase } = await import('#backend/database/server-database.ts');
  const database = createServerDatabase({ url, logger });
  try {
    await requireSupportedVersion(database);
    return database;
  } catch (error) {
    await database.close();
    throw toServerStartError(error, url);
  }
}
