import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, onTestFinished, test } from 'vitest';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { freePort } from '#tests/support/free-port.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';
import { startTimeoutMs } from '#tests/support/timeouts.ts';

test('a site whose standard output and error are on a full disk starts, serves and stops', async () => {
  const { directory, environment, remove } = await createSiteCopy();
  onTestFinished(remove);
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', full, full],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      ...environment,
      SEED: 'none',
      LOG_LEVEL: 'trace',
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const health = () =>
    fetch(`${url}/healthz`).then(
      (response) => response.json(),
      () => undefined,
    );
  await expect
    .poll(health, { timeout: startTimeoutMs })
    .toEqual({ status: 'ok', droppedLogLines: 0 });
  expect((await fetch(url)).status).toBe(200);
  const { publishableKey } = JSON.parse(readFileSync(join(directory, 'keys.json'), 'utf8'));
  const client = createClient(url, publishableKey);
  const { error } = await client.from('contact_submissions').insert(newContactMessage());
  expect(error).toBeNull();
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
