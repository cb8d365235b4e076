import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder for the tests of a file or group, which is removed after them. */
export function createTempDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-test-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
