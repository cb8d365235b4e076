import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { startTimeoutMs } from '#tests/support/timeouts.ts';

export type EdgeFunction = { url: string; stop: () => Promise<void> };

/** Packages come from this project's node_modules, so that their versions are checked, too. */
const options = ['--node-modules-dir=manual', '--no-remote'];

/** The program itself: its npm command would run it as a child that outlives it. */
const program: string = createRequire(import.meta.url)('deno/install_api.cjs').runInstall();

/** Checks the types of files as Deno does. @returns what it reports; empty without errors */
export function checkDenoTypes(files: string[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-deno-'));
  const env = createEnvironment(directory);
  return new Promise((resolve) => {
    execFile(
      program,
      ['check', ...options, ...files],
      { env, timeout: startTimeoutMs },
      (error, _stdout, stderr) => {
        rmSync(directory, { recursive: true, force: true });
        resolve(error ? stderr || error.message : '');
      },
    );
  });
}

/** Starts a function of supabase/functions as the hosted platform does, and waits until it answers. */
export async function startEdgeFunction(
  name: string,
  environment: Record<string, string>,
): Promise<EdgeFunction> {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-deno-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/${name}`;
  const child = spawn(
    program,
    [
      'run',
      ...options,
      '--allow-all',
      '--preload=tests/hosted/edge-runtime.ts',
      `supabase/functions/${name}/index.ts`,
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...createEnvironment(directory),
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
        ...environment,
      },
    },
  );
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  };
  const until = performance.now() + startTimeoutMs;
  while (!(await fetch(url, { method: 'OPTIONS' }).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop();
      throw new Error(`The function ${name} did not start: ${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, stop };
}

function createEnvironment(directory: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: directory,
    DENO_DIR: directory,
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
  };
}
