import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/free-port.ts';
import { circumstances, median, processFigures, report } from './machine.ts';
import { startSite } from './site.ts';

// From the start of the process to its first answers, with existing data, and what that is spent on:
// the program itself reports the parts at LOG_LEVEL=debug (server/start-times.ts); some run in
// parallel.
//   npx node bench/start.ts [number of starts]

/** The program's report of its start; milliseconds after `processStarted`, itself since 1970. */
type Started = {
  processStarted: number;
  ready: number;
  parts: { part: string; from: number; took: number }[];
};

const starts = Number(process.argv[2] ?? 3);
const found = circumstances();
const directory = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
await (await startSite(directory)).stop();
const runs: Awaited<ReturnType<typeof start>>[] = [];
for (let n = 0; n < starts; n += 1) runs.push(await start());
rmSync(directory, { recursive: true, force: true });
const [first] = runs;
report('start', {
  ...found,
  unit: 'ms after the process was started; MB',
  median: {
    health: medianFigure(({ health }) => health),
    firstPage: medianFigure(({ firstPage }) => firstPage),
    residentMB: medianFigure(({ residentMB }) => residentMB),
    peakMB: medianFigure(({ peakMB }) => peakMB),
  },
  spentOn: first?.parts.map(({ part }) => ({
    part,
    from: medianFigure(({ parts }) => parts.find((each) => each.part === part)?.from ?? 0),
    took: medianFigure(({ parts }) => parts.find((each) => each.part === part)?.took ?? 0),
  })),
  runs: runs.map(({ parts: _, ...figures }) => figures),
});

function medianFigure(figure: (run: (typeof runs)[number]) => number): number {
  return median(runs.map(figure));
}

async function start() {
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const beganAt = performance.timeOrigin + began;
  const port = await freePort();
  const child = spawn('node', ['scripts/start.ts'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'debug',
      PORT: String(port),
      DATA_DIR: directory,
    },
  });
  const started = readStarted(child.stderr);
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}/healthz`))) await sleep(5);
  const health = since();
  await (await fetch(url)).arrayBuffer();
  const firstPage = since();
  const figures = processFigures(child.pid ?? 0);
  const { processStarted, ready, parts } = await started;
  const becameServer = Math.round(processStarted - beganAt);
  const firstPart = Math.min(...parts.map(({ from }) => from));
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  return {
    health,
    firstPage,
    ...figures,
    parts: [
      { part: 'scripts/start.ts: is the build current?', from: 0, took: becameServer },
      { part: 'Node, settings, log', from: becameServer, took: Math.round(firstPart) },
      ...parts.map(({ part, from, took }) => ({
        part,
        from: Math.round(becameServer + from),
        took: Math.round(took),
      })),
      { part: 'first page', from: health, took: firstPage - health },
    ],
    ready: Math.round(becameServer + ready),
  };
}

/** Reads the log line in which the program reports its start. */
async function readStarted(log: Readable): Promise<Started> {
  for await (const line of createInterface({ input: log })) {
    const entry = line.startsWith('{') ? JSON.parse(line) : undefined;
    if (entry?.msg !== 'Started') continue;
    // Later lines are discarded, so that the program never waits for a reader.
    log.resume();
    return entry;
  }
  throw new Error('The program did not report its start');
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
