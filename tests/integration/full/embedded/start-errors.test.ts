import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { loadKeys } from '#backend/auth/keys.ts';
import { StartError, toFileStartError } from '#backend/start-error.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';

let root: string;
let directory: string;
const inFolder = (...parts: string[]) => join(directory, ...parts);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ridgeline-start-'));
  directory = join(root, 'data');
  cpSync(inject('embeddedTemplate'), inFolder('database'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const silent = createLogger('silent');
const openFolder = () =>
  openDatabase({ type: 'embedded', directory: inFolder('database') }, silent);

/** Opens database and keys as server/main.ts does, which prints the message of a StartError. */
async function openAndFail(): Promise<unknown> {
  try {
    const database = await openFolder();
    await loadKeys(directory).finally(database.close);
  } catch (error) {
    return toFileStartError(error);
  }
  return undefined;
}

/** The whole output is the sentence: no stack, no line of JSON. */
async function expectSentence(sentence: RegExp, environment = {}, wrapper: string[] = []) {
  const [command = '', ...args] = [...wrapper, process.execPath, 'server/main.ts'];
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', SEED: 'none', PORT: '0', NODE_OPTIONS: '' },
      ...{ DATA_DIR: directory, ...environment },
    },
  });
  const exited = once(child, 'exit');
  const output = await text(child.stderr);
  const [code] = await exited;
  expect(output).toMatch(sentence);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
}

const control = () => inFolder('database', 'global', 'pg_control');
const restoreAdvice = 'Restore a backup into an empty DATA_DIR';

test.each<[string, () => void | Promise<void>, RegExp]>([
  [
    'a folder in place of keys.json',
    () => void mkdirSync(inFolder('keys.json')),
    /keys\.json is a folder, but has to be a file\. Move the folder away, or restore the file/,
  ],
  [
    'a truncated control file',
    () => truncateSync(control(), 100),
    new RegExp(`pg_control is damaged: its size is wrong\\. ${restoreAdvice}`),
  ],
  [
    'a control file of zeros',
    () => writeFileSync(control(), Buffer.alloc(8192)),
    new RegExp(`pg_control is damaged: it begins with zeros\\. ${restoreAdvice}`),
  ],
  [
    'a missing control file',
    () => rmSync(control()),
    new RegExp(`pg_control is missing or can't be read\\. ${restoreAdvice}`),
  ],
  [
    'a database folder without its log',
    () => {
      rmSync(inFolder('database', 'pg_wal'), { recursive: true });
      mkdirSync(inFolder('database', 'pg_wal'));
    },
    new RegExp(`data/database could not be opened: its files are damaged.*${restoreAdvice}`),
  ],
  [
    'a damaged page of a table',
    async () => {
      const database = await openFolder();
      const { rows } = await sql<{ path: string }>`
        select pg_relation_filepath('ridgeline.migrations') as path`.execute(database.owner);
      await database.close();
      writeFileSync(inFolder('database', rows[0]?.path ?? ''), Buffer.alloc(8192, 7));
    },
    /The database is damaged \(invalid page in block 0 of relation .*\)\. .*restore a backup/,
  ],
  [
    'a file in place of the database folder',
    () => {
      rmSync(inFolder('database'), { recursive: true });
      writeFileSync(inFolder('database'), '');
    },
    /data\/database leads through a file where a folder should be\. Move that file away/,
  ],
  [
    'a damaged lock file',
    () => writeFileSync(inFolder('database.lock'), Buffer.alloc(4096, 7)),
    /lock file \S+database\.lock is damaged\. Remove it/,
  ],
])('%s is a StartError of one sentence', async (_, damage, sentence) => {
  await damage();
  const error = await openAndFail();
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).toMatch(sentence);
  expect((error as StartError).message).not.toContain('\n');
});

test('a database folder without PG_VERSION stops the start, and no new database is made in it', async () => {
  rmSync(inFolder('database', 'PG_VERSION'));
  const before = readFileSync(control());
  await expectSentence(new RegExp(`PG_VERSION is missing\\. ${restoreAdvice}`));
  expect(readFileSync(control()).equals(before)).toBe(true);
});

test('an invalid setting exits with one sentence', () =>
  expectSentence(/^The setting PORT must be a number\.\n$/, { PORT: 'eighty' }));

test('a port in use exits with one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const PORT = String(typeof address === 'object' ? address?.port : '');
  await expectSentence(new RegExp(`can't listen on port ${PORT} of 127.0.0.1: another program`), {
    PORT,
  });
  server.close();
});

/** Mounts need root, and a namespace of the process's own leaves nothing behind. */
const mounts = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const withMount = (mount: string) => ['unshare', '-m', 'sh', '-c', `${mount} && exec "$@"`, 'sh'];

const mountSmall = (size: string) => () => `mount -t tmpfs -o size=${size} tmpfs '${root}'`;
const mountFull = () => `cp -r '${root}' '${root}.copy' &&
  mount -t tmpfs -o size=80m tmpfs '${root}' && mv '${root}.copy'/data '${root}' &&
  rmdir '${root}.copy' && { head -c 100m /dev/zero >'${root}/filler' 2>/dev/null || true; }`;
const mountReadOnly = () =>
  `mount --bind '${root}' '${root}' && mount -o remount,bind,ro '${root}'`;

const isFull = /^The disk with \S+ is full\. Free some space/;

test.skipIf(!mounts).each([
  ['a disk of 10m, too small for a database,', mountSmall('10m'), isFull],
  ['a disk of 40m, too small for a database,', mountSmall('40m'), isFull],
  ['a full disk with a database', mountFull, isFull],
  [
    'a data folder mounted read-only',
    mountReadOnly,
    /data is on a file system that is mounted read-only/,
  ],
])('%s stops the start with a sentence', async (_what, getMount, sentence) => {
  await expectSentence(sentence, {}, withMount(getMount()));
});

const nobodyCommand = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'];
const canRunAsNobody =
  spawnSync('setpriv', [...nobodyCommand.slice(1), process.execPath, '--check', 'server/main.ts'])
    .status === 0;

test.skipIf(!canRunAsNobody)(
  'a data folder that the user may not write stops the start with a sentence',
  async () => {
    chownSync(root, 65_534, 65_534);
    const sentence =
      /The process may not use \S+data: permission denied\. Give the folder to the user/;
    await expectSentence(sentence, {}, nobodyCommand);
  },
);
