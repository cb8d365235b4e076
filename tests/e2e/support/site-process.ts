import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#tests/support/free-port.ts';
import { startTimeoutMs } from '#tests/support/timeouts.ts';
import { memoryEnvironment, nodeArguments } from '../../../scripts/memory-settings.ts';

export const owner = { email: 'owner@example.com', password: 'correct horse' };

export type Site = {
  url: string;
  port: number;
  pid: number;
  directory: string;
  /** What it has written to its log so far. */
  log: () => string;
  /** Whether the process that was started still runs. */
  isRunning: () => boolean;
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
};

/**
 * Starts the built site as `npm start` does, on a free port.
 *
 * @param directory its data folder
 * @param environment more settings
 */
export async function startSite({
  directory,
  environment,
}: {
  directory: string;
  environment: Record<string, string>;
}): Promise<Site> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn('node', [...nodeArguments, 'server/main.ts'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ...memoryEnvironment,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: directory,
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      LOG_LEVEL: 'warn',
      // The browsers need the processor.
      IMAGES_AHEAD: 'off',
      ...environment,
    },
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const exited = once(child, 'exit');
  const until = performance.now() + startTimeoutMs;
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`The site did not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    directory,
    log: () => log,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}
