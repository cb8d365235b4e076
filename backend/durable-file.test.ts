import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { syncFileSystem } from './durable-file.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-sync-'));
  mkdirSync(join(directory, 'base'));
  writeFileSync(join(directory, 'base', '1'), 'content');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

const path = () => join(directory, 'base', '1');

function isOnDisk(check: (descriptor: number) => boolean, file = path()): boolean {
  const descriptor = openSync(file, 'r');
  try {
    return check(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

test.runIf(process.platform === 'linux')('a file is on disk until it changes', () => {
  expect(isOnDisk(syncFileSystem(directory))).toBe(true);
});

test.each([
  ['written', () => writeFileSync(path(), 'content')],
  ['truncated', () => truncateSync(path(), 3)],
  [
    'replaced',
    () => {
      writeFileSync(join(directory, 'new'), 'content');
      renameSync(join(directory, 'new'), path());
    },
  ],
])('a file that was %s afterwards is not', (_how, change) => {
  const check = syncFileSystem(directory);
  change();
  expect(isOnDisk(check)).toBe(false);
});

test('without the sync command no file is on disk', () => {
  vi.stubEnv('PATH', directory);
  expect(isOnDisk(syncFileSystem(directory))).toBe(false);
});
