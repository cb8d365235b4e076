import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type CliResult = { status: number; stdout: string; stderr: string };

const timeoutMs = 120_000;

/**
 * Runs the Supabase CLI without the user's settings and without telemetry.
 *
 * @param directory contains supabase/, where the CLI writes temporary files; no project by default
 */
export async function runSupabaseCli(args: string[], directory?: string): Promise<CliResult> {
  const home = mkdtempSync(join(tmpdir(), 'ridgeline-supabase-'));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    // Where npm has the CLI for systems other than Linux on x64.
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
    SUPABASE_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
  try {
    return await new Promise((done) =>
      execFile(
        resolve('node_modules/.bin/supabase'),
        ['--agent', 'no', ...args],
        { cwd: directory ?? home, env, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => {
          const status = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
          done({ status, stdout, stderr });
        },
      ),
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
