import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSql } from '#tests/support/empty-database.ts';

type SiteKeys = { publishableKey: string; secretKey: string };

/** The API keys of a site: in its data folder, or in the database that its processes share. */
export async function readSiteKeys(
  directory: string,
  databaseUrl: string | undefined,
): Promise<SiteKeys> {
  if (!databaseUrl) return JSON.parse(readFileSync(join(directory, 'keys.json'), 'utf8'));
  const [row] = await runSql<{ keys: SiteKeys }>(databaseUrl, 'select keys from ridgeline.keys');
  if (!row) throw new Error('The database has no keys');
  return row.keys;
}
