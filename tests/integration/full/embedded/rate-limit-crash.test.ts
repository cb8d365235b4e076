import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { exhaustSignIn } from '#tests/support/exhaust-sign-in.ts';
import { startSite } from '#tests/support/start-site.ts';

test('a sign-in limit of the embedded database survives SIGKILL', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-limit-'));
  cpSync(inject('embeddedTemplate'), join(directory, 'database'), { recursive: true });
  let site = await startSite({ DATA_DIR: directory });
  onTestFinished(async () => {
    await site.end('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  await exhaustSignIn(site.newClient());
  await site.end('SIGKILL');
  site = await startSite({ DATA_DIR: directory });
  const account = { email: 'owner@example.com', password: 'a guess' };
  const { error } = await site.newClient().auth.signInWithPassword(account);
  expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
});
