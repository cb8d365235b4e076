import { expect, onTestFinished, test } from 'vitest';
import { engineAvailable, staffAccount } from '#tests/support/backend.ts';
import { exhaustSignIn } from '#tests/support/exhaust-sign-in.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';
import { startSite } from '#tests/support/start-site.ts';

test.skipIf(!engineAvailable())('a sign-in limit survives SIGKILL', async () => {
  const copy = await createSiteCopy();
  onTestFinished(copy.remove);
  const first = await startSite(copy.environment);
  await exhaustSignIn(first.newClient());
  await first.end('SIGKILL');
  const second = await startSite(copy.environment);
  onTestFinished(async () => void (await second.end('SIGKILL')));
  const guess = { ...staffAccount, password: 'a guess' };
  const { error } = await second.newClient().auth.signInWithPassword(guess);
  expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
});
