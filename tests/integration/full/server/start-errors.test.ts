import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startAndFail } from '#tests/support/failing-start.ts';
import { freePort } from '#tests/support/free-port.ts';

const template = inject('template');
const adminUrl = template.engine === 'server' ? template.adminUrl : '';
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-start-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const changed = (change: (url: URL) => void) => {
  const url = new URL(adminUrl);
  change(url);
  return url.href;
};

test.skipIf(!adminUrl).each<[string, () => string | Promise<string>, RegExp]>([
  [
    'a server that does not run',
    async () => `postgres://owner:secret@127.0.0.1:${await freePort()}/shop`,
    /^The database server 127\.0\.0\.1:\d+ of DATABASE_URL can't be reached \(ECONNREFUSED\)/,
  ],
  [
    'a database that does not exist',
    () => changed((url) => (url.pathname = '/nowhere')),
    /^The database nowhere of DATABASE_URL does not exist on \S+\. Create it/,
  ],
  [
    'a user that does not exist',
    () => changed((url) => (url.username = 'stranger')),
    /does not accept the user and password of DATABASE_URL \(role "stranger" does not exist\)/,
  ],
])('%s stops the start with a sentence', async (_, getUrl, sentence) => {
  const { code, output } = await startAndFail({
    DATA_DIR: directory,
    DATABASE_URL: await getUrl(),
  });
  expect(output).toMatch(sentence);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).not.toContain('secret');
  expect(code).toBe(1);
});
