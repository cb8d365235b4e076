import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ridgeline-start-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Starts the process and waits until it has printed `until`, or has ended. */
async function start(environment: Record<string, string>, until: string) {
  const child = spawn('node', ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      SEED: 'none',
      PORT: String(await freePort()),
      DATA_DIR: root,
      ...environment,
    },
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const written = { output: '', errors: '' };
  const printed = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      written.output += chunk;
      if (written.output.includes(until)) resolve();
    });
  });
  child.stderr.on('data', (chunk) => {
    written.errors += chunk;
  });
  await Promise.race([printed, exited]);
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return { written, exited, stop };
}

test('the first start prints the URL and the first account, and no second process starts', async () => {
  const first = await start({}, 'password  ');
  expect(first.written.output).toMatch(/Ridgeline is running at http:\/\/localhost:\d+\n/);
  expect(first.written.output).toMatch(/e-mail {4}owner@example\.com\n {2}password {2}\S{12,}/);
  const second = await start({}, '/admin');
  expect(await second.exited).toBe(1);
  expect(second.written.errors).toMatch(
    /^The data folder .* is in use by process \d+\. Stop that process first/,
  );
  expect(await first.stop()).toBe(0);
});

test('a start with an account prints no password', async () => {
  cpSync(process.env.SITE_TEMPLATE ?? '', root, { recursive: true });
  const restarted = await start({}, 'The back office is at ');
  expect(await restarted.stop()).toBe(0);
  expect(restarted.written.output).toContain('The back office is at ');
  expect(restarted.written.output).not.toContain('password');
});

test('an invalid setting exits with an error', async () => {
  const refused = await start({ PORT: 'eighty' }, '/admin');
  expect(await refused.exited).toBe(1);
  expect(refused.written.errors).toBe('The setting PORT must be a number.\n');
});
