import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm run dev`: the site from its sources. Vite updates changed pages in the browser. When server
// code changes, a reserve process that has prepared everything else takes over.

const root = fileURLToPath(new URL('..', import.meta.url));
/** Rules and queries are run by the server as well as by pages. */
const serverFolders = [
  'server',
  'backend',
  'drawing',
  'supabase',
  'app/lib',
  'app/features',
  'app/site',
];
/** Parts of pages, which Vite replaces. */
const pageFile = /\.tsx$|^app\/features\/[^/]+\/(public|admin)\//;
/** What a process in reserve has loaded already. */
const preparedFiles = [
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/dev-pages.ts',
  'scripts/dev-server.ts',
  'server/page-html.ts',
  'server/match-route.ts',
];
/** Editors may write a file in several steps. */
const settleMs = 30;
/** The first page gets the processor first. */
const reserveDelayMs = 3000;

if (process.env.NODE_ENV === 'production') {
  print('npm run dev is for development: unset NODE_ENV, or use npm start.');
  process.exit(1);
}

let hasStarted = false;
let reserve: ChildProcess | undefined;
/** Resolves once every earlier process has ended. */
let ended: Promise<unknown> = Promise.resolve();
let server = takeReserve();
let settling: NodeJS.Timeout | undefined;

for (const folder of serverFolders) watchFolder(join(root, folder));
for (const file of preparedFiles) watch(join(root, file), () => restartFor(file));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (reserve) stop(reserve);
    stop(server);
    await ended;
    process.exit();
  });
}

/** Watches each folder, because Node watches files and editors replace a file when they save it. */
function watchFolder(folder: string) {
  watch(folder, (_event, name) => {
    const path = join(folder, name ?? '');
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) watchFolder(path);
    else if (/(?<!\.test)\.(ts|sql)$/.test(path) && !pageFile.test(relative(root, path)))
      restartFor(relative(root, path));
  });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) watchFolder(join(folder, entry.name));
  }
}

function restartFor(path: string) {
  if (reserve && preparedFiles.includes(path)) {
    stop(reserve);
    reserve = undefined;
  }
  clearTimeout(settling);
  settling = setTimeout(() => {
    print(`${path} has changed, restarting the server`);
    stop(server);
    server = takeReserve();
  }, settleMs);
}

/** Hands the data folder and the port to a process once the one before it has ended. */
function takeReserve(): ChildProcess {
  const child = reserve ?? startProcess();
  reserve = undefined;
  void ended.then(() => child.connected && child.send('start'));
  child.once('message', () => {
    hasStarted = true;
    setTimeout(() => {
      if (child === server) reserve ??= startProcess();
    }, reserveDelayMs);
  });
  return child;
}

function startProcess(): ChildProcess {
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
  child.on('exit', (code) => {
    if (child === reserve) reserve = undefined;
    if (child !== server || !code) return;
    if (!hasStarted) process.exit(code);
    print('The server has stopped. It starts again after the next change.');
  });
  return child;
}

function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  ended = Promise.all([ended, once(child, 'exit')]);
  child.kill('SIGTERM');
}

function print(line: string) {
  process.stderr.write(`${line}\n`);
}
