import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { createPictureProcess } from './picture-process.ts';

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a04030' } })
    .png()
    .toBuffer();

/** The process ids of the picture processes of this one. */
const children = () => childrenOf(process.pid);

function childrenOf(parent: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], {
    encoding: 'utf8',
  });
  return [...listed.matchAll(/^\s*(\d+) .*picture-work/gm)].map(([, pid]) => Number(pid));
}

afterEach(() => expect.poll(children).toEqual([]));

test('works in a process of its own, which ends when there is nothing to do', async () => {
  const pictures = createPictureProcess({ idle: 1000 });
  const source = await picture();
  const made = await pictures.run({ kind: 'convert', source, width: 30, format: 'webp' });
  expect(children()).toHaveLength(1);
  expect((await sharp(made).metadata()).width).toBe(30);
  await expect.poll(children).toEqual([]);
  await expect(pictures.run({ kind: 'check', source })).resolves.toHaveLength(0);
});

test.runIf(process.platform === 'linux')(
  'every thread that converts comes after the pages',
  async () => {
    const pictures = createPictureProcess({ idle: 3000 });
    await pictures.run({ kind: 'convert', source: await picture(), width: 30, format: 'avif' });
    const [pid] = children();
    if (!pid) throw new Error('There is no picture process.');
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(1);
    expect(threads.map((thread) => getPriority(thread))).toEqual(threads.map(() => 12));
  },
);

test('outlives a process that ends in the middle of a job, and one that takes too long', async () => {
  const pictures = createPictureProcess({ idle: 1000, patience: 5000 });
  const source = await picture();
  await pictures.run({ kind: 'check', source });
  const [pid] = children();
  if (!pid) throw new Error('There is no picture process.');
  process.kill(pid, 'SIGSTOP');
  const [stuck] = await Promise.allSettled([pictures.run({ kind: 'check', source })]);
  expect(stuck).toMatchObject({ status: 'rejected' });
  await expect(pictures.run({ kind: 'check', source })).resolves.toHaveLength(0);
});

test('fails with the sentence of the decoder', async () => {
  const pictures = createPictureProcess({ idle: 50 });
  const source = Buffer.from('no picture');
  await expect(pictures.run({ kind: 'check', source })).rejects.toThrow(/unsupported image format/);
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
  return { kind: 'convert', source, width: 6000, format: 'avif' } as const;
}

test('a cancelled job ends the process at once, and the job beside it is done by another one', async () => {
  const pictures = createPictureProcess({ idle: 1000, patience: 60_000 });
  const source = await picture();
  await pictures.run({ kind: 'check', source });
  const [pid] = children();
  if (!pid) throw new Error('There is no picture process.');
  process.kill(pid, 'SIGSTOP');
  const controller = new AbortController();
  const cancelled = pictures.run({ kind: 'check', source }, controller.signal);
  const beside = pictures.run({ kind: 'convert', source, width: 30, format: 'webp' });
  controller.abort(new Error('Cancelled'));
  await expect(cancelled).rejects.toThrow('Cancelled');
  expect((await sharp(await beside).metadata()).width).toBe(30);
  expect(children()).not.toContain(pid);
});

test('the jobs beside one that takes too long, or during a crash, are done by another process', async () => {
  const pictures = createPictureProcess({ idle: 1000, patience: 4000 });
  const source = await picture();
  const beside = { kind: 'convert', source, width: 30, format: 'webp' } as const;
  await pictures.run({ kind: 'check', source });
  const failed = expect(pictures.run(await slowJob())).rejects.toThrow(/took more than/);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const [pid] = children();
  if (!pid) throw new Error('There is no picture process.');
  process.kill(pid, 'SIGSTOP');
  expect((await sharp(await pictures.run(beside)).metadata()).width).toBe(30);
  await failed;

  await pictures.run({ kind: 'check', source });
  const [second] = children();
  if (!second) throw new Error('There is no picture process.');
  process.kill(second, 'SIGSTOP');
  const made = Promise.all([pictures.run(beside), pictures.run(beside)]);
  process.kill(second, 'SIGKILL');
  expect(await made).toHaveLength(2);
});

test('a stopped process is gone at once, whatever it does, and no other is started', async () => {
  const pictures = createPictureProcess();
  const job = await slowJob();
  const failed = expect(pictures.run(job)).rejects.toThrow('was stopped');
  await expect.poll(children).toHaveLength(1);
  pictures.stop();
  await failed;
  await expect(pictures.run(job)).rejects.toThrow('was stopped');
  await expect.poll(children, { timeout: 2000 }).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'ends with its parent in the middle of a job, and before the site where memory runs out',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'picture-parent-'));
    const { source, ...job } = await slowJob();
    const file = join(directory, 'slow.jpg');
    const script = join(directory, 'parent.mjs');
    const url = JSON.stringify(new URL('picture-process.ts', import.meta.url).href);
    writeFileSync(file, source);
    writeFileSync(
      script,
      `import { readFileSync } from 'node:fs';
import { createPictureProcess } from ${url};
createPictureProcess().run({ ...${JSON.stringify(job)}, source: readFileSync(${JSON.stringify(file)}) });
`,
    );
    const parent = fork(script);
    const workers = () => childrenOf(parent.pid ?? 0);
    await expect.poll(workers).toHaveLength(1);
    const [worker = 0] = workers();
    // Busy for longer than it takes to start.
    await expect.poll(() => readFileSync(`/proc/${worker}/oom_score_adj`, 'utf8')).toBe('500\n');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    const isAlive = () => readdirSync('/proc').includes(String(worker));
    await expect.poll(isAlive, { timeout: 2000 }).toBe(false);
    await rm(directory, { recursive: true });
  },
);
