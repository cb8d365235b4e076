import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { timeoutMs } from '#tests/support/timeouts.ts';

const script = fileURLToPath(new URL('../tests/support/log-flood.ts', import.meta.url));
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-log-'));
  return () => rmSync(directory, { recursive: true, force: true });
});

type FloodOptions = { stdio?: 'ignore' | 'pipe'; testProcess?: number | undefined };

/** Starts the process in a shell that sets its limits and redirections; `"$@"` is the process. */
function startFlood(
  shell: string,
  { stdio = 'ignore', testProcess = process.pid }: FloodOptions = {},
) {
  const portFile = join(directory, 'port');
  const args = ['-c', shell, 'sh', process.execPath, script, portFile, String(testProcess)];
  const child = spawn('sh', args, {
    stdio: ['ignore', stdio, stdio],
    cwd: directory,
    detached: true,
  });
  const kill = () => killGroup(child.pid);
  onTestFinished(kill);
  return { child, get: getFrom(portFile), kill };
}

/** Kills the shell with all that it started. */
function killGroup(leader: number | undefined) {
  try {
    if (leader) process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const getFrom = (portFile: string) => async (path: string) => {
  await expect.poll(() => existsSync(portFile), { timeout: timeoutMs }).toBe(true);
  const response = await fetch(`http://127.0.0.1:${readFileSync(portFile, 'utf8')}${path}`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  return Number(await response.text());
};

async function endInTime(child: ChildProcess) {
  const exited = once(child, 'exit');
  const started = performance.now();
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  return performance.now() - started;
}

/** Each test's process buffers 1 MiB of the 3 MiB that it is to log, and counts the rest. */
async function expectAnswersAndDrops(get: (path: string) => Promise<number>) {
  expect(await get('/log')).toBe(0);
  const dropped = await get('/flood');
  expect(dropped).toBeGreaterThan(1500);
  expect(dropped).toBeLessThan(3000);
  // A socket may take a line more.
  expect(await get('/log')).toBeGreaterThanOrEqual(dropped);
}

test('a log on a full device drops lines, answers requests and ends on SIGTERM', async () => {
  const { child, get } = startFlood('exec "$@" >/dev/full 2>&1');
  await expectAnswersAndDrops(get);
  expect(await endInTime(child)).toBeLessThan(10_000);
});

test('console and direct writes on a full device do not end the process', async () => {
  const { child, get } = startFlood('exec "$@" >/dev/full 2>&1');
  for (let n = 0; n < 3; n += 1) await get('/print');
  expect(await get('/log')).toBe(0);
  expect(await endInTime(child)).toBeLessThan(10_000);
});

test('console output is logged', async () => {
  const { child, get } = startFlood('exec "$@" >out 2>log');
  await get('/print');
  await endInTime(child);
  const lines = readFileSync(join(directory, 'log'), 'utf8').split('\n');
  const log = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  expect(log.map(({ level, msg }) => [level, msg.slice(0, 15)]).slice(0, 2)).toEqual([
    [40, 'A warning'],
    [50, 'Error: An error'],
  ]);
});

test('a log on a full disk continues once there is space, with the number of dropped lines', async () => {
  // 64 blocks of 512 bytes; what grows past them fails with EFBIG.
  const { child, get } = startFlood('ulimit -f 64; exec "$@" >log 2>>log');
  await expectAnswersAndDrops(get);
  const log = join(directory, 'log');
  expect(statSync(log).size).toBe(32 * 1024);
  let text = '';
  await expect
    .poll(
      () => {
        text += readFileSync(log, 'utf8');
        truncateSync(log);
        return text;
      },
      { timeout: 2 * timeoutMs, interval: 20 },
    )
    .toMatch(/"droppedLogLines":\d+,.*Log writing failed, lines dropped/);
  expect(await get('/log')).toBeGreaterThan(1500);
  await endInTime(child);
  expect(readFileSync(log, 'utf8')).toContain('The last line');
});

test('a log on a full pipe never blocks and is in order', async () => {
  const fifo = join(directory, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  // Filled to the brim before the process starts.
  const { child, get } = startFlood(
    `exec 3>fifo; timeout 2 head -c 1000000 /dev/zero >&3; exec "$@" >&3 2>&3 3>&-`,
  );
  await expectAnswersAndDrops(get);
  let text = '';
  await expect
    .poll(
      () => {
        text += readAvailable(reader);
        return text;
      },
      { timeout: 2 * timeoutMs, interval: 20 },
    )
    .toContain('Log writing failed');
  const numbers = [...text.matchAll(/"n":(\d+)/g)].map(([, n]) => Number(n));
  expect(numbers.slice(0, 500)).toEqual([0, ...Array.from({ length: 499 }, (_, n) => n)]);
  await endInTime(child);
  closeSync(reader);
});

/** What a pipe that is open without blocking holds now. */
function readAvailable(fd: number): string {
  const buffer = Buffer.alloc(1_048_576);
  try {
    return buffer.toString('utf8', 0, readSync(fd, buffer));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return '';
    throw error;
  }
}

test('a log on a full socket never blocks', async () => {
  const { child, get } = startFlood('exec "$@"', { stdio: 'pipe' });
  child.stdout?.pause();
  child.stderr?.pause();
  await expectAnswersAndDrops(get);
  expect(await endInTime(child)).toBeLessThan(10_000);
});

test('a log on a closed pipe never ends the process', async () => {
  const { get } = startFlood('(exec "$@" 2>&1) | true');
  await expectAnswersAndDrops(get);
});

test('a process in a pipeline is ended by a signal', async () => {
  const { get, kill } = startFlood('(exec "$@" 2>&1) | true');
  await get('/log');
  kill();
  await expect.poll(() => get('/log').catch(() => 'ended'), { timeout: timeoutMs }).toBe('ended');
});

test('a process ends once the test process has ended', async () => {
  const testProcess = spawn('sleep', ['600']);
  onTestFinished(() => void testProcess.kill('SIGKILL'));
  const { get } = startFlood('(exec "$@" 2>&1) | true', { testProcess: testProcess.pid });
  await get('/log');
  testProcess.kill('SIGKILL');
  await expect.poll(() => get('/log').catch(() => 'ended'), { timeout: timeoutMs }).toBe('ended');
});

test('the last line is written before the process ends', async () => {
  const { child, get } = startFlood('exec "$@" >out 2>log');
  await get('/log');
  await endInTime(child);
  expect(readFileSync(join(directory, 'out'), 'utf8')).toBe('started\n');
  const lines = readFileSync(join(directory, 'log'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['A line', 'The last line']);
});
