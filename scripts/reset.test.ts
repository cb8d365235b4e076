import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '#backend/database/folder-lock.ts';
import { runScript } from '#tests/support/run-script.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-reset-'));
  for (const name of ['database', 'storage']) mkdirSync(join(directory, name));
  writeFileSync(join(directory, 'database', 'PG_VERSION'), '17');
  writeFileSync(join(directory, 'keys.json'), '{}');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const reset = (args: string[], environment: Record<string, string> = {}) =>
  runScript('scripts/reset.ts', args, { DATA_DIR: directory, ...environment });

test('npm run reset -- --yes empties the data folder', async () => {
  expect(await reset(['--yes'])).toMatchObject({
    status: 0,
    output: `${directory} is empty. The next start creates the demonstration content.\n`,
  });
  expect(readdirSync(directory)).toEqual([]);
  expect((await reset(['--yes'])).output).toBe(`${directory} is already empty.\n`);
});

test('npm run reset without a terminal deletes nothing', async () => {
  const { status, errors } = await reset([]);
  expect(status).toBe(1);
  expect(errors).toMatch(
    /^Nothing was deleted: .* on a terminal\. Without one, add `-- --yes`\.\n$/,
  );
  expect(existsSync(join(directory, 'keys.json'))).toBe(true);
});

test('npm run reset while a site runs on the folder deletes nothing', async () => {
  const unlock = lockFolder(join(directory, 'database'));
  const { status, errors } = await reset(['--yes']);
  unlock();
  expect(status).toBe(1);
  expect(errors).toContain(`is in use by process ${process.pid}. Stop that process first`);
  expect(existsSync(join(directory, 'keys.json'))).toBe(true);
});

test.each([
  ['another file', (folder: string) => writeFileSync(join(folder, 'letter.odt'), ''), 'letter.odt'],
  [
    'no database',
    (folder: string) => {
      rmSync(join(folder, 'database'), { recursive: true });
      rmSync(join(folder, 'keys.json'));
    },
    'it has no database',
  ],
])('npm run reset of a folder with %s deletes nothing', async (_what, change, reason) => {
  change(directory);
  const names = readdirSync(directory);
  const { status, errors } = await reset(['--yes']);
  expect(status).toBe(1);
  expect(errors).toContain(reason);
  expect(readdirSync(directory)).toEqual(names);
});

test('npm run reset with DATABASE_URL is refused', async () => {
  const { status, errors } = await reset(['--yes'], { DATABASE_URL: 'postgres://localhost/site' });
  expect(status).toBe(1);
  expect(errors).toContain('DATABASE_URL is set');
});
