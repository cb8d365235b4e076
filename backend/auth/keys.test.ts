import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFull } from '#tests/support/count-runs.ts';
import { loadKeys } from './keys.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ridgeline-keys-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('loadKeys creates keys once and reads them afterwards', async () => {
  const first = await loadKeys(join(directory, 'data'));
  const second = await loadKeys(join(directory, 'data'));
  expect(first.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(first.secretKey).toMatch(/^sb_secret_[\w-]{43}$/);
  expect(second.secretKey).toBe(first.secretKey);
  expect(second.signing.publicJwk).toEqual(first.signing.publicJwk);
  expect(first.signing.publicJwk).not.toHaveProperty('d');
});

test('loadKeys sets the mode of keys.json to 600, even for an existing file', async () => {
  const path = join(directory, 'keys.json');
  await loadKeys(directory);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await chmod(path, 0o644);
  await loadKeys(directory);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.runIf(isFull)(
  'processes that start at the same time get the same keys and leave no other file',
  async () => {
    const script = `
    const { loadKeys } = await import(${JSON.stringify(new URL('./keys.ts', import.meta.url).href)});
    const { secretKey, signing } = await loadKeys(process.argv[1]);
    process.stdout.write(secretKey + signing.kid);`;
    const start = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, directory]);
    const made = await Promise.all([start(), start(), start()]);
    expect(new Set(made.map(({ stdout }) => stdout)).size).toBe(1);
    expect(made[0]?.stdout).toMatch(/^sb_secret_/);
    expect(await readdir(directory)).toEqual(['keys.json']);
  },
  30_000,
);

test('loadKeys explains how to repair a damaged file and does not change it', async () => {
  await writeFile(join(directory, 'keys.json'), '{"secretKey":');
  await expect(loadKeys(directory)).rejects.toThrow(/keys\.json are damaged\. Restore the file/);
  expect((await stat(join(directory, 'keys.json'))).size).toBe(13);
});
