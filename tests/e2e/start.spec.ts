import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '#tests/support/free-port.ts';

/** The process itself: what it prints, how it is refused, how it stops. No page is opened. */

let root: string;
test.beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ridgeline-start-'));
});
test.afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Starts the process until it has printed a line that begins with `until`, or has ended. */
async function start(environment: Record<string, string>, until: string) {
  const child = spawn('node', ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      SEED: 'none',
      PORT: String(await freePort()),
      ...environment,
    },
  });
  const exited = once(child, 'exit');
  let output = '';
  let errors = '';
  const printed = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes(until)) resolve();
    });
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await Promise.race([printed, exited]);
  return {
    output: () => output,
    errors: () => errors,
    exited: async () => (await exited)[0] as number | null,
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0] as number | null;
    },
  };
}

test('the first start prints the URL and the first account, the second no password', async () => {
  const first = await start({ DATA_DIR: root }, 'password  ');
  expect(first.output()).toMatch(/Ridgeline is running at http:\/\/localhost:\d+\n/);
  expect(first.output()).toMatch(/e-mail {4}owner@example\.com\n {2}password {2}\S{12,}/);
  expect(await first.stop()).toBe(0);

  const second = await start({ DATA_DIR: root }, '/admin');
  await expect.poll(second.output).toContain('The back office is at ');
  expect(await second.stop()).toBe(0);
  expect(second.output()).not.toContain('password');
});

test('a second process on the same folder exits with an error', async () => {
  cpSync(process.env.SITE_TEMPLATE ?? '', root, { recursive: true });
  const first = await start({ DATA_DIR: root }, '/admin');
  const second = await start({ DATA_DIR: root }, '/admin');
  expect(await second.exited()).toBe(1);
  expect(second.errors()).toMatch(
    /^The data folder .* is in use by process \d+\. Stop that process first/,
  );
  expect(await first.stop()).toBe(0);
});

test('an invalid setting exits with an error', async () => {
  const refused = await start({ DATA_DIR: root, PORT: 'eighty' }, '/admin');
  expect(await refused.exited()).toBe(1);
  expect(refused.errors()).toBe('The setting PORT must be a number.\n');
});
