import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { addStaff } from '#backend/auth/staff.ts';
import type { Database } from '#backend/database/database.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { readSettings } from '#server/settings.ts';
import { type Site, startSite } from '#tests/e2e/support/site-process.ts';
import { createEmptyDatabase } from '#tests/support/empty-server-database.ts';
import { fillTables } from '#tests/support/plans.ts';
import { readSiteKeys } from './read-site-keys.ts';

/** The built site with much content, in a process of its own, on the engine of this run. */
export type LoadedSite = Site & {
  engine: 'embedded' | 'server';
  publishableKey: string;
};

/**
 * Builds the site if it is missing, fills it and starts it behind a trusted proxy.
 *
 * @param staff accounts to add
 * @param counts how much to store
 * @param prepare uses the site before it is stopped once, and returns what changes the database then
 */
export async function startLoadedSite(
  staff: { email: string; password: string }[],
  { posts, rows }: { posts: number; rows: number },
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
  const { publishableKey } = await readSiteKeys(directory, environment.DATABASE_URL);
  let change: ((database: Database) => Promise<void>) | undefined;
  try {
    change = await prepare?.(first, publishableKey);
  } finally {
    await first.stop();
  }
  const database = await openDatabase(readSettings(environment).database, createLogger('silent'));
  for (const account of staff) await addStaff(database, account);
  await change?.(database);
  // Posts of 100 kB, so that a slow condition is slow.
  await fillTables(database, { quotes: rows, sheds: rows, posts }, 3000);
  await database.close();
  const site = await startSite({ directory, environment });
  return {
    ...site,
    engine,
    publishableKey,
    stop: async () => {
      await site.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
