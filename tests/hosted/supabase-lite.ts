import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#tests/support/free-port.ts';

const cli = resolve('node_modules/.bin/lite');

const keys = {
  publishable: 'sb_publishable_for_this_test_only',
  secret: 'sb_secret_for_this_test_only',
};

/**
 * A project of @supabase/lite made of this repository's supabase/ folder: its config.toml with the
 * database, the keys and the address of this run, everything else word for word.
 */
export async function createLiteProject() {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-lite-'));
  cpSync('supabase', join(directory, 'supabase'), { recursive: true });
  const port = await freePort();
  const environment = {
    ...process.env,
    EXPERIMENTAL_STORAGE: '1',
    LITE_TELEMETRY: '0',
    DO_NOT_TRACK: '1',
  };
  const options = { cwd: directory, env: environment };

  const configure = (signup: boolean) => {
    const config = readFileSync('supabase/config.toml', 'utf8')
      .replace('[api]\n', `[api]\nport = ${port}\n`)
      .replace('[db]\n', '[db]\ndriver = "pglite"\nurl = "file:./supabase/.temp/data"\n')
      .replace(
        '[auth]\n',
        `[auth]\njwt_secret = "a secret for this test, long enough"\npublishable_key = "${keys.publishable}"\nsecret_key = "${keys.secret}"\n`,
      )
      // The CLI's present name; lite knows the former one only.
      .replace('[auth.email]\nenabled = true\n', '[auth.email]\nenable_signup = false\n')
      .replaceAll(/^enable_signup = false$/gm, `enable_signup = ${signup}`);
    writeFileSync(join(directory, 'supabase', 'config.toml'), config);
  };

  /** Runs one of the CLI's commands and resolves to what it prints. */
  const run = async (...parameters: string[]) => {
    const { stdout } = await promisify(execFile)('node', [cli, ...parameters], options);
    return stdout;
  };
  const runWith = async (input: string, ...parameters: string[]) => {
    const running = promisify(execFile)('node', [cli, ...parameters], options);
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    const child = spawn('node', [cli, 'start', '--no-admin'], { ...options, stdio: 'ignore' });
    for (let tries = 0; !(await answers(url)); tries += 1) {
      if (child.exitCode !== null || tries > 300) throw new Error('lite did not start');
      await sleep(100);
    }
    return { stop: () => stop(child) };
  };
  configure(false);
  return {
    url,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    configure,
    run,
    runWith,
    start,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

function stop(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  return exited;
}
