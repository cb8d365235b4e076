import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type ScriptResult = { status: number | null; output: string; errors: string };

/** Runs one of the project's commands as npm does, in a process of its own, with nothing but these settings. */
export async function runScript(
  script: string,
  args: string[],
  environment: Record<string, string>,
): Promise<ScriptResult> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...environment },
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { status, output, errors };
}
