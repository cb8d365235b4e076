import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '#tests/support/free-port.ts';

export type Site = {
  url: string;
  pid: number;
  directory: string;
  /** The key that row-level security does not hold, to change rows with. */
  secretKey: string;
  stop: () => Promise<void>;
};

/**
 * Starts the built site on the embedded database with the demonstration content.
 *
 * @param directory its data folder; a new one, removed at the end, where there is none given
 * @param environment settings of its own
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
    ? await sharedKey(environment.DATABASE_URL)
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

/** The key of a site on a PostgreSQL server, which keeps it there. */
async function sharedKey(connectionString: string): Promise<string> {
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
