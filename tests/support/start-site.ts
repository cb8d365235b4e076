import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import type { TestClient } from './backend.ts';

const script = fileURLToPath(new URL('./site-process.ts', import.meta.url));

/** A site that runs in a process of its own: see site-process.ts. */
export type RunningSite = Awaited<ReturnType<typeof startSite>>;

type StartedSite = {
  port: number;
  publishableKey: string;
  secretKey: string;
  firstStaff: { email: string; password: string } | null;
};
type SpawnOptions = { nodeArguments?: string[]; stderr?: 'inherit' | 'pipe' | 'ignore' };

/** Starts the process without waiting for it. */
export function spawnSite(
  environment: Record<string, string>,
  { nodeArguments = [], stderr = 'inherit' }: SpawnOptions = {},
): ChildProcess {
  return spawn(process.execPath, [...nodeArguments, script], {
    stdio: ['ignore', 'pipe', stderr],
    env: { ...process.env, SEED: 'none', LOG_LEVEL: 'silent', ...environment },
  });
}

/** Starts a site and waits until it listens. */
export async function startSite(environment: Record<string, string>, options: SpawnOptions = {}) {
  const child = spawnSite(environment, options);
  if (!child.stdout) throw new Error('The process has no output');
  let line = '';
  for await (const each of createInterface(child.stdout)) {
    line = each;
    if (line.startsWith('{')) break;
  }
  if (!line.startsWith('{')) throw new Error('The site did not start');
  const { port, publishableKey, secretKey, firstStaff } = JSON.parse(line) as StartedSite;
  const url = `http://127.0.0.1:${port}`;
  const connect = (key: string): TestClient =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      db: { retry: false },
    });
  return {
    url,
    child,
    publishableKey,
    secretKey,
    /** The account that this process has made, if it was the first. */
    firstStaff,
    newClient: () => connect(publishableKey),
    /** The service key: row-level security does not apply. */
    service: connect(secretKey),
    /** Ends the process by a signal. Resolves to its exit code, null where the signal ended it. */
    end: async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
