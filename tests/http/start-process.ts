import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';

/** Starts a program of the project and waits until it has printed `until`, or has ended. */
export async function startProcess(
  environment: Record<string, string>,
  until: string,
  { script = 'server/main.ts', args = [] as string[], cwd = '.' } = {},
) {
  const port = String(await freePort());
  const child = spawn('node', [resolve(script), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', SEED: 'none', PORT: port, ...environment },
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const written = { output: '', errors: '' };
  const printed = new Promise<void>((done) => {
    child.stdout.on('data', (chunk) => {
      written.output += chunk;
      if (written.output.includes(until)) done();
    });
  });
  child.stderr.on('data', (chunk) => {
    written.errors += chunk;
  });
  await Promise.race([printed, exited]);
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return { url: `http://localhost:${port}`, written, exited, stop };
}
