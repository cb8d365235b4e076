import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stdout } from '../server/log-destination.ts';
import { memoryEnvironment, nodeArguments } from './memory-settings.ts';

// `npm start`: builds the website if it changed since its last build, then serves it.

process.env.NODE_ENV ??= 'production';

const sources = [
  'app',
  'drawing',
  'public',
  'scripts',
  'server/hydration',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];
const built = 'build/server/index.js';

if (!existsSync(built) || sources.some((path) => changedAfter(path, statSync(built).mtimeMs))) {
  stdout.write('Building the website (once, some seconds) …\n');
  const { status } = spawnSync('react-router', ['build'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
serve();

/**
 * Becomes the server, with the settings that keep its memory small. Node caches the modules as it has
 * compiled them, without their types, which halves what loading them takes; if nothing can be written
 * it compiles them each time. If a process can't be replaced (Windows), it serves as it is.
 */
function serve() {
  const main = fileURLToPath(new URL('../server/main.ts', import.meta.url));
  if (process.platform === 'win32' || !process.execve) {
    void import('../server/main.ts');
    return;
  }
  process.execve(
    process.execPath,
    [process.execPath, ...nodeArguments, ...process.execArgv, main],
    {
      ...memoryEnvironment,
      NODE_COMPILE_CACHE: fileURLToPath(
        new URL('../node_modules/.cache/ridgeline', import.meta.url),
      ),
      ...process.env,
    },
  );
}

function changedAfter(path: string, time: number): boolean {
  const stat = statSync(path);
  if (stat.isDirectory())
    return readdirSync(path).some((name) => changedAfter(join(path, name), time));
  return stat.mtimeMs > time;
}
