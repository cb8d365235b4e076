import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stderr, stdout } from '../server/log-destination.ts';
import { memoryEnvironment, nodeArguments } from './memory-settings.ts';

// `npm start`: builds the website if it changed since its last build, then serves it. Prints a few
// lines; `npm start -- --verbose` prints the whole build and the log.

process.env.NODE_ENV ??= 'production';
const isVerbose = process.argv.includes('--verbose');
if (!isVerbose) process.env.LOG_LEVEL ||= 'warn';

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
  build();
} else stdout.write('The website is already built.\n');
serve();

/** Builds the website. The build's output is shown if it fails, or with `--verbose`. */
function build() {
  const began = performance.now();
  stdout.write('Building the website … ');
  if (isVerbose) stdout.write('\n');
  const { status, output, error } = spawnSync('react-router', ['build'], {
    stdio: ['ignore', isVerbose ? 2 : 'pipe', isVerbose ? 2 : 'pipe'],
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status !== 0) {
    stderr.write(`failed\n${output?.join('') ?? ''}${error ? `${error.message}\n` : ''}`);
    process.exit(status ?? 1);
  }
  stdout.write(`done in ${Math.round((performance.now() - began) / 1000)} s.\n`);
}

/**
 * Becomes the server, with settings that keep its memory small. Node caches compiled modules, which
 * halves their loading time; if the cache can't be written, it compiles them each time. Where a
 * process can't be replaced (Windows), this one serves the site.
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
