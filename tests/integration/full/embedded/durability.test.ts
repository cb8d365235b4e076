import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { DurableFileSystem } from '#backend/database/durable-pglite.ts';
import { Progress } from '#backend/database/thread-messages.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ridgeline-durability-'));
});

function copyTemplate(directory: string) {
  const template = inject('template');
  if (template.engine !== 'embedded') throw new Error('This test is for the embedded database');
  cpSync(template.directory, directory, { recursive: true });
}

/** Runs a script of tests/durability in a process of its own, with the folder as its argument. */
function run(script: string, directory: string) {
  const getPath = (file: string) =>
    fileURLToPath(new URL(`../../../durability/${file}`, import.meta.url));
  const args = ['--import', getPath('failing-disk.ts'), getPath(script), directory];
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, FAILING_DISK: join(root, 'faults.json') },
  });
}

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('each commit calls fsync, a read does not', async () => {
  const directory = join(root, 'database');
  copyTemplate(directory);
  const fail = (error: unknown) => {
    throw error;
  };
  const fileSystem = new DurableFileSystem(directory, fail, fail, new Progress());
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  ];
  const pglite = await PGlite.create({ fs: fileSystem, startParams });
  await pglite.exec('create table counted (n int)');
  for (let n = 0; n < 20; n += 1) {
    const before = fileSystem.syncs;
    await pglite.query('insert into counted values ($1)', [n]);
    expect(fileSystem.syncs).toBeGreaterThan(before);
  }
  const beforeReading = fileSystem.syncs;
  await pglite.query('select * from counted');
  expect(fileSystem.syncs).toBe(beforeReading);
  await pglite.close();
});

test('2,000 statements take less than 500 MB: the SQL parser is not optimized', async () => {
  const directory = join(root, 'database');
  copyTemplate(directory);
  const child = run('many-statements.ts', directory);
  let maxMb = '';
  child.stdout.on('data', (chunk) => {
    maxMb += chunk;
  });
  await once(child, 'exit');
  expect(Number(maxMb)).toBeGreaterThan(100);
  expect(Number(maxMb)).toBeLessThan(500);
});
