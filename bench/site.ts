import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { freePort } from '#tests/support/free-port.ts';

export type Site = {
  url: string;
  pid: number;
  directory: string;
  /** Bypasses row-level security. */
  secretKey: string;
  stop: () => Promise<void>;
};

/**
 * Starts the built site on the embedded database with the demonstration content.
 *
 * @param directory its data folder; by default a new one, removed at the end
 * @param environment more settings
 */
export async function startSite(
  directory?: string,
  environment: Record<string, string> = {},
): Promise<Site> {
  if (!existsSync('build/server/index.js'))
    throw new Error('Build the website first: npm run build');
  const folder = directory ?? mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('node', ['scripts/start.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATA_DIR: folder,
      ADMIN_EMAIL: 'owner@example.com',
      ADMIN_PASSWORD: 'correct horse',
      ...environment,
    },
  });
  const exited = once(child, 'exit');
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error('The site did not start');
    await sleep(20);
  }
  const secretKey = environment.DATABASE_URL
    ? await readSharedKey(environment.DATABASE_URL)
    : JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')).secretKey;
  return {
    url,
    pid: child.pid ?? 0,
    directory: folder,
    secretKey,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      if (!directory) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A site on a PostgreSQL server stores its keys there. */
async function readSharedKey(connectionString: string): Promise<string> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ key: string }>(
    "select keys ->> 'secretKey' as key from ridgeline.keys",
  );
  await client.end();
  return rows[0]?.key ?? '';
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}

/**
 * Requests a page with brotli, as a browser does.
 *
 * @returns bytes of the body
 * @throws if the response is an error
 */
export async function visit(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.status}: ${url}`);
  return byteLength;
}

/** Changes what every page shows, so that none is cached. */
export async function invalidatePages(service: SupabaseClient) {
  await service
    .from('business_settings')
    .update({ address: `${performance.now()} Mill Road` })
    .not('id', 'is', null)
    .throwOnError();
}

/** Requests a size of an image. Until it is converted, another one is served without caching. */
export async function isConverted(url: string): Promise<boolean> {
  const response = await fetch(url);
  await response.body?.cancel();
  if (!response.ok) throw new Error(`An image answered ${response.status}`);
  return response.headers.get('Cache-Control')?.includes('immutable') ?? false;
}
