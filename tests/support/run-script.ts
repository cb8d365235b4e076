import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { TestBackend } from './backend.ts';

type ScriptResult = { status: number | null; output: string; errors: string };

/** The settings of a command for hosted Supabase, of which a backend plays the part; without the secret key. */
export const hostedEnvironment = ({ url, publishableKey }: TestBackend) => ({
  DATA_DIR: '/nowhere',
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEY: publishableKey,
});

/**
 * Runs one of the project's commands as npm does, in a process of its own, with nothing but these settings.
 *
 * @param input what is typed to it
 * @param onOutput hears each part of its output at once
 */
export async function runScript(
  script: string,
  args: string[],
  environment: Record<string, string>,
  { input = '', onOutput = () => {} }: { input?: string; onOutput?: (part: string) => void } = {},
): Promise<ScriptResult> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...environment,
    },
  });
  child.stdin.end(input);
  child.stdout.on('data', (part) => onOutput(String(part)));
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { status, output, errors };
}
