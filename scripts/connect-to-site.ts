import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Client } from '#app/lib/client.ts';
import type { Database } from '#app/lib/database.types.ts';
import { type Keys, loadKeys, readSharedKeys } from '#backend/auth/keys.ts';
import { isDatabaseError } from '#backend/database/database.ts';
import { FolderInUse } from '#backend/database/folder-lock.ts';
import { createServerDatabase } from '#backend/database/server-database.ts';
import { StartError } from '#backend/start-error.ts';
import { createLogger } from '#server/logger.ts';
import { localUrl, type Settings } from '#server/settings.ts';

/** A client with the secret key, which bypasses row-level security. */
export type Connection = { client: Client; close: () => Promise<void> };

/**
 * Connects to the site's tables and images: on the hosted platform; through the process that
 * listens at HOST and PORT and has the data folder's keys; or, if none runs, through a backend that
 * this process runs until the connection is closed.
 *
 * @param hostedKey the hosted platform's secret key
 * @throws StartError if the site can't be reached
 */
export async function connectToSite(
  settings: Settings,
  hostedKey: string | undefined,
): Promise<Connection> {
  if (settings.hosted) {
    if (!hostedKey) {
      throw new StartError(
        'Only the secret key can read everything on the hosted platform: set SUPABASE_SECRET_KEY.',
      );
    }
    return { client: connect(settings.hosted.url, hostedKey, fetch), close: async () => {} };
  }
  const { secretKey } =
    settings.database.type === 'server'
      ? await readKeysInDatabase(settings.database.url)
      : await readKeysInFolder(settings.dataDirectory);
  const url = localUrl(settings.host, settings.port);
  if (await acceptsKey(url, secretKey)) {
    return { client: connect(url, secretKey, fetch), close: async () => {} };
  }
  return runHere(settings, url, secretKey);
}

async function readKeysInFolder(directory: string): Promise<Keys> {
  if (existsSync(join(directory, 'keys.json'))) return loadKeys(directory);
  throw new StartError(
    `No keys found in ${directory}: the site has never been started there. Set DATA_DIR to the site's data folder.`,
  );
}

async function readKeysInDatabase(url: string): Promise<Keys> {
  const database = createServerDatabase({ url, logger: createLogger('fatal') });
  try {
    const keys = await readSharedKeys(database).catch((error: unknown) => {
      // Without the schema or the table, no site was ever started here.
      if (isDatabaseError(error) && /^(3F000|42P01)$/.test(error.code)) return undefined;
      throw error;
    });
    if (keys) return keys;
  } finally {
    await database.close();
  }
  throw new StartError(
    'No keys found in the database in DATABASE_URL: the site has never been started there.',
  );
}

async function runHere(settings: Settings, url: string, key: string): Promise<Connection> {
  // Loaded only if no site runs, because it is nearly all of the program.
  const { runBackend } = await import('#server/services.ts');
  try {
    const services = await runBackend({ ...settings, seed: 'none' }, url, createLogger('fatal'));
    const client = connect(url, key, services.tables.fetchFor('127.0.0.1'));
    return { client, close: services.close };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new StartError(
      `${error.message} Or leave it running, and give this command the PORT and HOST that it was started with: it does not answer at ${url}.`,
    );
  }
}

/** Returns true if a site with this key, and so this data folder, listens there. */
async function acceptsKey(url: string, key: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/storage/v1/bucket/images`, {
      headers: { apikey: key, authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function connect(url: string, key: string, fetchTables: typeof fetch): Client {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: fetchTables },
  });
}
