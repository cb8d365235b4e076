import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

// `npm start`: builds the website where it has not been built since its last change, then serves it.

process.env.NODE_ENV ??= 'production';

const sources = ['app', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'];
const built = 'build/server/index.js';

if (!existsSync(built) || sources.some((path) => changedAfter(path, statSync(built).mtimeMs))) {
  process.stdout.write('Building the website (once, some seconds) …\n');
  const { status } = spawnSync('react-router', ['build'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
await import('../server/main.ts');

function changedAfter(path: string, time: number): boolean {
  const stat = statSync(path);
  if (stat.isDirectory())
    return readdirSync(path).some((name) => changedAfter(join(path, name), time));
  return stat.mtimeMs > time;
}
