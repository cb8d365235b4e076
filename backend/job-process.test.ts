import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { createImageProcess } from './images/image-process.ts';

const createImage = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a04030' } })
    .png()
    .toBuffer();

/** The process ids of the image processes of this one. */
const getOwnChildren = () => getChildren(process.pid);

function getChildren(parent: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], {
    encoding: 'utf8',
  });
  return [...listed.matchAll(/^\s*(\d+) .*image-worker/gm)].map(([, pid]) => Number(pid));
}

afterEach(() => expect.poll(getOwnChildren).toEqual([]));

test('jobs run in a child process, which ends when it is idle', async () => {
  const images = createImageProcess({ idleTimeoutMs: 1000 });
  const source = await createImage();
  const made = await images.run({ type: 'convert', source, width: 30, format: 'webp' });
  expect(getOwnChildren()).toHaveLength(1);
  expect((await sharp(made).metadata()).width).toBe(30);
  await expect.poll(getOwnChildren).toEqual([]);
  await expect(images.run({ type: 'check', source })).resolves.toHaveLength(0);
});

test('the CPU time of a job is reported, even if it fails', async () => {
  const images = createImageProcess({ idleTimeoutMs: 1000 });
  const reported: number[] = [];
  const report = (ms: number) => reported.push(ms);
  const source = await createImage();
  await images.run({ type: 'check', source }, undefined, report);
  const broken = images.run({ type: 'check', source: Buffer.from('x') }, undefined, report);
  await expect(broken).rejects.toThrow();
  expect(reported).toEqual([expect.toSatisfy((ms) => ms > 0), expect.any(Number)]);
});

test('a warmed process does the next job, and ends when it is idle', async () => {
  const images = createImageProcess({ idleTimeoutMs: 1000 });
  images.warm();
  const [pid] = getOwnChildren();
  expect(pid).toBeGreaterThan(0);
  images.warm();
  await images.run({ type: 'check', source: await createImage() });
  images.warm();
  expect(getOwnChildren()).toEqual([pid]);
  await expect.poll(getOwnChildren).toEqual([]);
  images.stop();
  images.warm();
  expect(getOwnChildren()).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'every thread of the child process has a low priority',
  async () => {
    const images = createImageProcess({ idleTimeoutMs: 3000 });
    await images.run({ type: 'convert', source: await createImage(), width: 30, format: 'avif' });
    const [pid] = getOwnChildren();
    if (!pid) throw new Error('There is no image process.');
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(1);
    expect(threads.map((thread) => getPriority(thread))).toEqual(threads.map(() => 12));
  },
);

test('a new process replaces one that crashed or took too long', async () => {
  const images = createImageProcess({ idleTimeoutMs: 1000, timeoutMs: 5000 });
  const source = await createImage();
  await images.run({ type: 'check', source });
  const [pid] = getOwnChildren();
  if (!pid) throw new Error('There is no image process.');
  process.kill(pid, 'SIGSTOP');
  const [stuck] = await Promise.allSettled([images.run({ type: 'check', source })]);
  expect(stuck).toMatchObject({ status: 'rejected' });
  await expect(images.run({ type: 'check', source })).resolves.toHaveLength(0);
});

test('a job fails with the message of the decoder', async () => {
  const images = createImageProcess({ idleTimeoutMs: 50 });
  const source = Buffer.from('no picture');
  await expect(images.run({ type: 'check', source })).rejects.toThrow(/unsupported image format/);
});

let slow: ReturnType<typeof createSlowJob> | undefined;
const slowJob = () => {
  slow ??= createSlowJob();
  return slow;
};

/** Takes the encoder about half a minute. */
async function createSlowJob() {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const source = await sharp({
    create: { width: 6000, height: 6000, channels: 3, background: '#808080', noise },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
  return { type: 'convert', source, width: 6000, format: 'avif' } as const;
}

test('a cancelled job ends the process at once, and a concurrent job is repeated by another one', async () => {
  const images = createImageProcess({ idleTimeoutMs: 1000, timeoutMs: 60_000 });
  const source = await createImage();
  await images.run({ type: 'check', source });
  const [pid] = getOwnChildren();
  if (!pid) throw new Error('There is no image process.');
  process.kill(pid, 'SIGSTOP');
  const controller = new AbortController();
  const cancelled = images.run({ type: 'check', source }, controller.signal);
  const beside = images.run({ type: 'convert', source, width: 30, format: 'webp' });
  controller.abort(new Error('Cancelled'));
  await expect(cancelled).rejects.toThrow('Cancelled');
  expect((await sharp(await beside).metadata()).width).toBe(30);
  expect(getOwnChildren()).not.toContain(pid);
});

test('jobs that ran beside one that takes too long, or during a crash, are repeated by another process', async () => {
  const images = createImageProcess({ idleTimeoutMs: 1000, timeoutMs: 4000 });
  const source = await createImage();
  const beside = { type: 'convert', source, width: 30, format: 'webp' } as const;
  await images.run({ type: 'check', source });
  const failed = expect(images.run(await slowJob())).rejects.toThrow(/took more than/);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const [pid] = getOwnChildren();
  if (!pid) throw new Error('There is no image process.');
  process.kill(pid, 'SIGSTOP');
  expect((await sharp(await images.run(beside)).metadata()).width).toBe(30);
  await failed;

  await images.run({ type: 'check', source });
  const [second] = getOwnChildren();
  if (!second) throw new Error('There is no image process.');
  process.kill(second, 'SIGSTOP');
  const made = Promise.all([images.run(beside), images.run(beside)]);
  process.kill(second, 'SIGKILL');
  expect(await made).toHaveLength(2);
});

test('stop kills the process during a job, and no other is started', async () => {
  const images = createImageProcess();
  const job = await slowJob();
  const failed = expect(images.run(job)).rejects.toThrow('was stopped');
  await expect.poll(getOwnChildren).toHaveLength(1);
  images.stop();
  await failed;
  await expect(images.run(job)).rejects.toThrow('was stopped');
  await expect.poll(getOwnChildren).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'the process ends with its parent during a job, and is killed first if memory runs out',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'image-parent-'));
    const { source, ...job } = await slowJob();
    const file = join(directory, 'slow.jpg');
    const script = join(directory, 'parent.mjs');
    const url = JSON.stringify(new URL('images/image-process.ts', import.meta.url).href);
    writeFileSync(file, source);
    writeFileSync(
      script,
      `import { readFileSync } from 'node:fs';
import { createImageProcess } from ${url};
createImageProcess().run({ ...${JSON.stringify(job)}, source: readFileSync(${JSON.stringify(file)}) });
`,
    );
    const parent = fork(script);
    const workers = () => getChildren(parent.pid ?? 0);
    await expect.poll(workers).toHaveLength(1);
    const [worker = 0] = workers();
    // Busy for longer than it takes to start.
    await expect.poll(() => readFileSync(`/proc/${worker}/oom_score_adj`, 'utf8')).toBe('500\n');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    const isAlive = () => readdirSync('/proc').includes(String(worker));
    await expect.poll(isAlive, { timeout: 10_000 }).toBe(false);
    await rm(directory, { recursive: true });
  },
);
