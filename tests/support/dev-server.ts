import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { startTimeoutMs } from './timeouts.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const sources = [
  'app',
  'backend',
  'drawing',
  'public',
  'scripts',
  'server',
  'supabase/functions',
  'supabase/migrations',
  'package.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
];
const pollMs = 50;

export type DevServer = {
  url: string;
  /** What it has printed so far. */
  output: () => string;
  /** Replaces text in a source file, which must have it. */
  edit: (file: string, from: string, to: string) => void;
  stop: () => Promise<void>;
};

/**
 * Runs `npm run dev` on a copy of the sources, which tests may edit, and on a free port.
 *
 * @param environment settings, with DATA_DIR
 */
export async function startDevServer(environment: Record<string, string>): Promise<DevServer> {
  const root = copySources();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [join(root, 'scripts/dev.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port), ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(root, { recursive: true, force: true });
  };
  const until = performance.now() + startTimeoutMs;
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))?.ok) {
    if (child.exitCode === null && performance.now() < until) await delay();
    else {
      await stop();
      throw new Error(`The development server did not start: ${output}`);
    }
  }
  return {
    url,
    output: () => output,
    edit: (file, from, to) => {
      const path = join(root, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      writeFileSync(path, text.replaceAll(from, to));
    },
    stop,
  };
}

/** With packages by links, so that Vite's cache is the copy's own. */
function copySources(): string {
  const root = mkdtempSync(join(tmpdir(), 'ridgeline-dev-'));
  for (const name of sources) cpSync(join(project, name), join(root, name), { recursive: true });
  const packages = join(root, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(project, 'node_modules'))) {
    if (name.startsWith('.vite') || name === '.cache') continue;
    symlinkSync(resolve(project, 'node_modules', name), join(packages, name));
  }
  return root;
}

function delay(): Promise<void> {
  return new Promise((done) => setTimeout(done, pollMs));
}
