import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '#app/data/database.types.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { type Keys, loadKeys } from '#backend/auth/keys.ts';
import { readSharedKeys } from '#backend/auth/shared-keys.ts';
import { isDatabaseError } from '#backend/database/database.ts';
import { FolderInUse } from '#backend/database/folder-lock.ts';
import { createServerDatabase } from '#backend/database/server.ts';
import { createLogger } from '#server/logger.ts';
import { localUrl, type Settings } from '#server/settings.ts';

/** The site's tables and pictures can't be reached; the message is a sentence for the operator. */
export class NotReachable extends Error {
  override readonly name = 'NotReachable';
}

/** A client that row-level security does not hold, to be closed at the end. */
export type Reached = { client: Client; close: () => Promise<void> };

/**
 * Reaches the tables and the pictures of the site that the settings name: those of the hosted
 * platform; those of the process that runs at the settings' address on this data folder; or, where
 * none does, those of a backend that this process runs for as long as it needs.
 *
 * @param hostedKey the hosted platform's secret key
 * @throws NotReachable, and what opening the database throws
 */
export async function reachTables(
  settings: Settings,
  hostedKey: string | undefined,
): Promise<Reached> {
  if (settings.hosted) {
    if (!hostedKey) {
      throw new NotReachable(
        'The hosted platform lets only its secret key see everything: set SUPABASE_SECRET_KEY.',
      );
    }
    return { client: connect(settings.hosted.url, hostedKey, fetch), close: async () => {} };
  }
  const { secretKey } =
    settings.database.kind === 'server'
      ? await keysInDatabase(settings.database.url)
      : await keysInFolder(settings.dataDirectory);
  const address = localUrl(settings.host, settings.port);
  if (await takesKey(address, secretKey)) {
    return { client: connect(address, secretKey, fetch), close: async () => {} };
  }
  return runHere(settings, address, secretKey);
}

async function keysInFolder(directory: string): Promise<Keys> {
  if (existsSync(join(directory, 'keys.json'))) return loadKeys(directory);
  throw new NotReachable(
    `No site has been started on ${directory} yet: it holds no keys. DATA_DIR says where they are.`,
  );
}

async function keysInDatabase(url: string): Promise<Keys> {
  const database = createServerDatabase({ url, logger: createLogger('fatal') });
  try {
    const keys = await readSharedKeys(database).catch((error: unknown) => {
      // The schema or the table is missing: no site has ever been started here.
      if (isDatabaseError(error) && /^(3F000|42P01)$/.test(error.code)) return undefined;
      throw error;
    });
    if (keys) return keys;
  } finally {
    await database.close();
  }
  throw new NotReachable(
    'No site has been started on the database of DATABASE_URL yet: it holds no keys.',
  );
}

async function runHere(settings: Settings, address: string, key: string): Promise<Reached> {
  // Loaded only where no site runs: it is nearly all of the program.
  const { runBackend } = await import('#server/services.ts');
  try {
    const services = await runBackend(
      { ...settings, seed: 'none' },
      address,
      createLogger('fatal'),
    );
    const client = connect(address, key, services.tables.fetchFor('127.0.0.1'));
    return { client, close: services.close };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new NotReachable(
      `${error.message} Or leave it running, and give this command the PORT and HOST that it was started with: it does not answer at ${address}.`,
    );
  }
}

/** Whether a site runs there that has this key, and so this data folder. */
async function takesKey(address: string, key: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/storage/v1/bucket/images`, {
      headers: { apikey: key, authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function connect(address: string, key: string, reach: typeof fetch): Client {
  return createClient<Database>(address, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: reach },
  });
}
