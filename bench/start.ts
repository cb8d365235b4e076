import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/free-port.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { startSite } from './site.ts';

// From the start of the process to its first answers, with existing data.
//   npx node bench/start.ts [number of starts]

const starts = Number(process.argv[2] ?? 3);
const found = circumstances();
const directory = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
await (await startSite(directory)).stop();
const runs: Awaited<ReturnType<typeof start>>[] = [];
for (let n = 0; n < starts; n += 1) runs.push(await start());
rmSync(directory, { recursive: true, force: true });
const names = Object.keys(runs[0] ?? {}) as (keyof (typeof runs)[number])[];
const median = Object.fromEntries(
  names.map((name) => [name, runs.map((run) => run[name]).sort((a, b) => a - b)[starts >> 1]]),
);
report('start', { ...found, unit: 'ms after the process was started', median, runs });

async function start() {
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const port = await freePort();
  const child = spawn('node', ['scripts/start.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'debug',
      PORT: String(port),
      DATA_DIR: directory,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}/healthz`))) await sleep(5);
  const health = since();
  await (await fetch(url)).arrayBuffer();
  const firstPage = since();
  const { residentMB } = processFigures(child.pid ?? 0);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  return { health, firstPage, residentMB };
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
