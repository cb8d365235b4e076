import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';
import { runStaffCommand, type StaffInput } from './staff-command.ts';

let database: Database;
const email = 'jo@example.com';

beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

const run = (name: StaffInput['name'], password?: string) =>
  runStaffCommand(database, { name, email: name === 'list' ? '' : email, password });

test('runStaffCommand says what it did, and shows only random passwords', async () => {
  expect(await run('add')).toMatch(
    /^jo@example\.com can use the back office now\.\nThe password \(shown only once\): [\w-]{20}\n$/,
  );
  expect(await run('add', 'correct horse')).toBe(
    'jo@example.com could already use the back office.\nThe password is the one you entered.\n',
  );
  expect(await run('list')).toContain('jo@example.com  never signed in');
  const changed = 'The password of jo@example.com was changed, and the account was signed out.\n';
  expect(await run('password', 'another horse')).toBe(changed);
  expect(await run('password')).toMatch(/\(shown only once\): [\w-]{20}\n$/);
  await expect(run('one-step')).rejects.toThrow('Two-step sign-in is already off for');
  expect(await run('remove')).toContain('can no longer use the back office and was signed out.');
  await expect(run('remove')).rejects.toThrow('There is no staff account jo@example.com.');
});
