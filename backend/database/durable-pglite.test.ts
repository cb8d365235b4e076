import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { expect, inject, test } from 'vitest';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { DurableFileSystem } from './durable-pglite.ts';
import { Progress } from './thread-messages.ts';

const root = createTempDirectory();

function copyTemplate(name: string): string {
  const directory = join(root, name);
  cpSync(inject('embeddedTemplate'), directory, { recursive: true });
  return directory;
}

/** Runs a script of testing/ in a process of its own, with the folder as its argument. */
function run(script: string, directory: string) {
  const getPath = (file: string) => fileURLToPath(new URL(`testing/${file}`, import.meta.url));
  const args = ['--import', getPath('failing-disk.ts'), getPath(script), directory];
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, FAILING_DISK: join(root, 'faults.json') },
  });
}

test('each commit calls fsync, a read does not', async () => {
  const directory = copyTemplate('synced');
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
  const child = run('many-statements.ts', copyTemplate('parsed'));
  const maxMb = await text(child.stdout);
  expect(Number(maxMb)).toBeGreaterThan(100);
  expect(Number(maxMb)).toBeLessThan(500);
});
