import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDiskFiles,
  FileDamaged,
  FileMissing,
  type FileStore,
  FileTooLarge,
} from './files.ts';

let root: string;
let files: FileStore;
const key = randomUUID();

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-'));
  files = createDiskFiles(join(root, 'a', 'b'));
});
afterEach(() => rm(root, { recursive: true }));

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
const text = async (range?: { start: number; end: number }) =>
  new Response(await files.read(key, range)).text();

describe('files on disk', () => {
  it('are written once, read whole or in part, and removed', async () => {
    expect(await files.write(key, pieces('hello ', 'world'), { maxBytes: 11 })).toEqual({
      size: 11,
    });
    expect(await text()).toBe('hello world');
    expect(await text({ start: 6, end: 8 })).toBe('wor');
    for (const range of [
      { start: 0, end: 11 },
      { start: 11, end: 20 },
    ]) {
      await expect(files.read(key, range)).rejects.toThrow(FileDamaged);
    }
    await files.remove(key);
    await files.remove(key);
    await expect(files.read(key)).rejects.toThrow(FileMissing);
  });

  it('have the mode 600', async () => {
    await files.write(key, pieces('x'), { maxBytes: 1 });
    expect((await stat(join(root, 'a', 'b'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(root, 'a', 'b', key))).mode & 0o777).toBe(0o600);
  });

  it('are not stored if they are too large or incomplete', async () => {
    const tooLarge = files.write(key, pieces('123', '4'), { maxBytes: 3 });
    await expect(tooLarge).rejects.toThrow(FileTooLarge);
    const broken = (async function* () {
      yield* pieces('1');
      throw new Error('broken');
    })();
    await expect(files.write(key, broken, { maxBytes: 3 })).rejects.toThrow('broken');
    expect(await readdir(join(root, 'a', 'b'))).toEqual([]);
  });

  it.each(['../x', 'x', '', `${key}/../x`, `../${key}`])('reject the key %j', async (wrong) => {
    await expect(files.write(wrong, pieces('x'), { maxBytes: 1 })).rejects.toThrow(RangeError);
    await expect(files.read(wrong)).rejects.toThrow(RangeError);
  });

  it('are listed with the time they were written', async () => {
    await files.write(key, pieces('x'), { maxBytes: 1 });
    const listed = [];
    for await (const file of files.list()) listed.push(file);
    expect(listed).toEqual([{ key, writtenAt: expect.any(Date) }]);
    expect(Math.abs(Date.now() - (listed[0]?.writtenAt.getTime() ?? 0))).toBeLessThan(10_000);
  });
});
