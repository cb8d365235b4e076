import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Starts the built site and waits for it to end by itself. */
export async function startAndFail(
  environment: Record<string, string>,
  wrapper: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const [command = '', ...args] = [...wrapper, process.execPath, 'server/main.ts'];
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SEED: 'none',
      PORT: '0',
      NODE_OPTIONS: '',
      ...environment,
    },
  });
  const exited = once(child, 'exit');
  const output = await text(child.stderr);
  const [code] = await exited;
  return { code, output };
}
