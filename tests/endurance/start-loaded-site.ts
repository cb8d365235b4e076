import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { inject } from 'vitest';
import { addStaff } from '#backend/auth/staff.ts';
import type { Database } from '#backend/database/database.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { readSettings } from '#server/settings.ts';
import { type Site, startSite } from '#tests/e2e/support/site-process.ts';
import { insertExpensiveRows } from '#tests/fixtures/expensive-rows.ts';
import type { TestClient } from '#tests/support/backend.ts';
import { createEmptyDatabase } from '#tests/support/empty-server-database.ts';
import { readSiteKeys } from './read-site-keys.ts';

/** The built site with much content, in a process of its own, on the engine of this run. */
export type LoadedSite = Site & {
  engine: 'embedded' | 'server';
  publishableKey: string;
  service: TestClient;
};

/**
 * Builds the site if it is missing, fills it and starts it behind a trusted proxy.
 *
 * @param staff accounts to add
 * @param content how much to store
 * @param prepare uses the site before it is stopped once, and returns what changes the database then
 */
export async function startLoadedSite(
  staff: { email: string; password: string }[],
  content: { posts: number; rows: number },
  prepare?: (first: Site, publishableKey: string) => Promise<(database: Database) => Promise<void>>,
): Promise<LoadedSite> {
  const { engine } = inject('template');
  if (engine === 'none') throw new Error('No PostgreSQL server on this machine');
  if (!existsSync('build/server/index.js')) {
    execFileSync('react-router', ['build'], { stdio: 'ignore' });
  }
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-load-'));
  const environment: Record<string, string> = {
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'info',
    DATA_DIR: directory,
    ...(engine === 'server' ? { DATABASE_URL: await createEmptyDatabase() } : {}),
  };
  const first = await startSite({ directory, environment });
  const { publishableKey, secretKey } = await readSiteKeys(directory, environment.DATABASE_URL);
  let change: ((database: Database) => Promise<void>) | undefined;
  try {
    change = await prepare?.(first, publishableKey);
  } finally {
    await first.stop();
  }
  const database = await openDatabase(readSettings(environment).database, createLogger('silent'));
  for (const account of staff) await addStaff(database, account);
  await change?.(database);
  await database.close();
  const site = await startSite({ directory, environment });
  const service: TestClient = createClient(site.url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await insertExpensiveRows(service, content);
  return {
    ...site,
    engine,
    publishableKey,
    service,
    stop: async () => {
      await site.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
