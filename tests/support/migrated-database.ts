import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { migrate } from '#backend/database/migrate.ts';
import { readMigrationSets } from '#server/open-database.ts';
import { createPGliteDatabase } from './pglite-database.ts';

const cache = resolve('node_modules/.cache/migrated-databases');

/**
 * Creates an embedded database with all migrations, for tests to copy, unless a former run has made
 * the same: that takes as long as many tests.
 *
 * @returns its folder, which nobody may write to
 */
export async function createMigratedDatabase(): Promise<string> {
  const sets = await readMigrationSets();
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const hash = createHash('sha256')
    .update(JSON.stringify([sets, dependencies['@electric-sql/pglite']]))
    .digest('hex');
  const folder = join(cache, hash.slice(0, 20));
  if (existsSync(folder)) return folder;
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const creating = mkdtempSync(join(tmpdir(), 'ridgeline-migrated-'));
  const pglite = await PGlite.create({ fs: new NodeFS(creating) });
  const database = createPGliteDatabase(pglite);
  await migrate(database, sets);
  await database.close();
  // Another run may be copying its own: a folder appears whole, or not at all.
  const copy = mkdtempSync(join(cache, 'copy-'));
  cpSync(creating, copy, { recursive: true });
  rmSync(creating, { recursive: true });
  chmodSync(copy, 0o700);
  try {
    renameSync(copy, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(copy, { recursive: true });
  }
  return folder;
}

/** Creates a data folder whose database is migrated and empty. The caller removes it. */
export async function createDataFolder(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-data-'));
  const database = join(directory, 'database');
  cpSync(await createMigratedDatabase(), database, { recursive: true });
  return directory;
}
