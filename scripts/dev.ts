import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stderr } from '../server/log-destination.ts';

// `npm run dev`: the site from its sources. Vite brings changes of pages into the browser; a change of
// what the server itself runs starts the server anew.

const root = fileURLToPath(new URL('..', import.meta.url));
/** Business rules and queries are run by the server as well as by pages. */
const serverFolders = ['server', 'backend', 'drawing', 'supabase', 'app/data', 'app/domain'];
const serverFiles = [
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/dev-pages.ts',
  'scripts/dev-server.ts',
];
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** An editor may write a file in several steps. */
const settleMs = 30;

if (process.env.NODE_ENV === 'production') {
  stderr.write('npm run dev is for development: unset NODE_ENV, or use npm start.\n');
  process.exit(1);
}

let hasStarted = false;
/** Resolved once every process before the present one has ended. */
let ended: Promise<unknown> = Promise.resolve();
let server = startServer();
let settling: NodeJS.Timeout | undefined;

for (const folder of serverFolders) {
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name && /\.(ts|sql)$/.test(name) && !name.endsWith('.test.ts'))
      restartFor(join(folder, name));
  });
}
for (const file of serverFiles) watch(join(root, file), () => restartFor(file));

for (const signal of signals) {
  process.on(signal, async () => {
    stop(server);
    await ended;
    process.exit();
  });
}

function restartFor(path: string) {
  clearTimeout(settling);
  settling = setTimeout(() => {
    stderr.write(`${path} has changed, restarting the server\n`);
    stop(server);
    server = startServer();
  }, settleMs);
}

function startServer(): ChildProcess {
  const child = fork(join(root, 'scripts/dev-server.ts'), {
    execArgv: ['--max-semi-space-size=32'],
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/ridgeline'),
      IMAGES_AHEAD: 'off',
      BACKUP_TIME: 'off',
      ...process.env,
      NODE_ENV: 'development',
    },
  });
  child.on('message', () => {
    hasStarted = true;
  });
  child.on('exit', (code) => {
    if (child !== server || !code) return;
    if (!hasStarted) process.exit(code);
    stderr.write('The server has stopped. It starts again after the next change.\n');
  });
  void ended.then(() => child.connected && child.send('open'));
  return child;
}

/** Ends a process. The next one gets the data folder and the port once it has. */
function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  ended = Promise.all([ended, once(child, 'exit')]);
  child.kill('SIGTERM');
}
