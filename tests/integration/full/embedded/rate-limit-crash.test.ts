import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { expect, inject, onTestFinished, test } from 'vitest';
import { exhaustSignIn } from '#tests/support/exhaust-sign-in.ts';

const script = fileURLToPath(new URL('../../../support/backend-process.ts', import.meta.url));

test('a sign-in limit of the embedded database survives SIGKILL', async () => {
  const template = inject('template');
  if (template.engine !== 'embedded') throw new Error('This test is for the embedded database');
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-limit-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  cpSync(template.directory, join(directory, 'database'), { recursive: true });

  const start = async () => {
    const child = spawn(process.execPath, [script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATA_DIR: directory, SEED: 'none' },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { port, publishableKey } = JSON.parse(line.toString());
    const client = createClient(`http://127.0.0.1:${port}`, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    return { child, client };
  };
  const first = await start();
  await exhaustSignIn(first.client);
  const exited = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await exited;

  const second = await start();
  const { error } = await second.client.auth.signInWithPassword({
    email: 'owner@example.com',
    password: 'a guess',
  });
  expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
});
