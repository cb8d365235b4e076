import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';
import { generateKeys, importKeys, type Keys, readKeyFile } from './keys.ts';

/**
 * The keys that all processes on one PostgreSQL server share. They lie in the database, in a schema
 * that the API does not expose; the first process writes them there: those of `{directory}/keys.json`
 * where an earlier version has left some, so that sessions last, and new ones otherwise.
 *
 * @throws Error with a sentence for the operator where that file is needed and can't be read
 */
export async function loadSharedKeys(database: Database, directory: string): Promise<Keys> {
  const shared = await readSharedKeys(database);
  if (shared) return shared;
  const mine = JSON.stringify((await readKeyFile(directory)) ?? (await generateKeys()));
  await sql`insert into ridgeline.keys (keys) values (${mine}::jsonb)
    on conflict (only_row) do nothing`.execute(database.owner);
  const agreed = await readSharedKeys(database);
  if (!agreed) throw new Error('The keys were removed from the database while they were read.');
  return agreed;
}

/** The keys in the database; undefined where no process has written any yet. */
export async function readSharedKeys({ owner }: Database): Promise<Keys | undefined> {
  const { rows } = await sql<{ keys: unknown }>`select keys from ridgeline.keys`.execute(owner);
  return rows[0] && importKeys(rows[0].keys, { name: 'the table ridgeline.keys', type: 'row' });
}
