import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engineAvailable, type OpenCopy, openCopy } from '#tests/support/backend.ts';
import { runScript } from '#tests/support/run-script.ts';

describe.skipIf(!engineAvailable())('npm run staff', () => {
  let copy: OpenCopy;
  beforeEach(async () => {
    copy = await openCopy();
  });
  afterEach(() => copy?.close());

  /** Runs the command on the copy, which on the embedded engine must be closed for it. */
  const staff = (args: string[], input = '') =>
    runScript('scripts/staff.ts', args, copy.environment, { input });

  test('adds, lists, changes the password of and removes an account', async () => {
    await copy.database.close();
    const added = await staff(['add', 'jo@example.com']);
    expect(added).toMatchObject({ status: 0, errors: '' });
    expect(added.output).toContain('jo@example.com');
    expect((await staff(['list'])).output).toContain('jo@example.com');
    expect(
      (await staff(['password', 'jo@example.com', '--password-stdin'], 'a new password\n')).status,
    ).toBe(0);
    const short = await staff(['password', 'jo@example.com', '--password-stdin'], 'short\n');
    expect(short.status).toBe(1);
    expect(short.errors).toContain('6');
    const leaked = await staff(['password', 'jo@example.com', '--password-stdin'], 'Password1\n');
    expect(leaked.errors).toContain('on a list of passwords that have leaked');
    const without = await staff(['one-step', 'jo@example.com']);
    expect(without).toMatchObject({
      status: 1,
      errors: 'jo@example.com has no second step to turn off.\n',
    });
    expect((await staff(['remove', 'jo@example.com'])).status).toBe(0);
    expect((await staff(['list'])).output).not.toContain('jo@example.com');
    const unknown = await staff(['remove', 'jo@example.com']);
    expect(unknown.status).toBe(1);
    expect(unknown.errors).toContain('jo@example.com');
  });

  test('prints its usage', async () => {
    expect((await staff(['help'])).output).toContain('npm run staff -- add owner@example.com');
    const wrong = await staff(['hire', 'jo@example.com']);
    expect(wrong.status).not.toBe(0);
    expect(wrong.errors).toContain('npm run staff');
  });

  test('shows an error while a running server has locked the embedded database', async () => {
    const added = await staff(['add', 'jo@example.com']);
    if (copy.database.engine === 'server') {
      expect(added.status).toBe(0);
    } else {
      expect(added.status).toBe(1);
      expect(added.errors).toContain(`in use by process ${process.pid}`);
    }
  });
});
