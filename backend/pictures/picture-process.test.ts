import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { createPictureProcess } from './picture-process.ts';

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a04030' } })
    .png()
    .toBuffer();

/** The process ids of the picture processes of this one. */
function children(): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], {
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
