import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';
import { startTimeoutMs } from './timeouts.ts';

/** The built site in a process of its own, as `npm start` runs it. */
export type MainProcess = {
  url: string;
  port: number;
  pid: number;
  log: () => string;
  end: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
};

/**
 * Starts `server/main.ts` on a free port and waits until it answers.
 *
 * @param command what comes before `node` on the command line, such as unshare
 */
export async function startMain(
  environment: Record<string, string>,
  command: string[] = [],
): Promise<MainProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [program = '', ...args] = [...command, process.execPath, 'server/main.ts'];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      SEED: 'none',
      LOG_LEVEL: 'warn',
      IMAGES_AHEAD: 'off',
      BACKUP_TIME: 'off',
      ...environment,
    },
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const exited = once(child, 'exit');
  const until = performance.now() + startTimeoutMs;
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The site did not start: ${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    log: () => log,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
