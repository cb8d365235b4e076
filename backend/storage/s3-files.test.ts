import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3Server } from '#tests/support/s3-server.ts';
import { FileDamaged, FileMissing, FilesUnavailable, FileTooLarge } from './files.ts';
import { openS3Files, type S3FileStore } from './s3-files.ts';

let store: Awaited<ReturnType<typeof startS3Server>>;
let tempDirectory: string;
let files: S3FileStore;
let key: string;

const timeouts = { connectMs: 10_000, responseMs: 10_000, idleMs: 10_000, retryDelayMs: 400 };

beforeAll(async () => {
  store = await startS3Server();
  tempDirectory = await mkdtemp(join(tmpdir(), 's3-files-'));
});
beforeEach(async () => {
  files = await openS3Files(store.settings, tempDirectory, timeouts);
  store.objects.clear();
  store.requests.length = 0;
  store.disturbances.length = 0;
  key = randomUUID();
});
afterAll(async () => {
  await store.stop();
  await rm(tempDirectory, { recursive: true });
});

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
const write = (...texts: string[]) => files.write(key, pieces(...texts), { maxBytes: 100 });
const text = async (range?: { start: number; end: number }) =>
  new Response(await files.read(key, range)).text();
const keys = async () => (await Array.fromAsync(files.list())).map((file) => file.key).sort();

describe('files in S3', () => {
  it('are written once, read whole or in part, and removed', async () => {
    expect(await write('hello ', 'world')).toEqual({ size: 11 });
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
    expect(await readdir(tempDirectory)).toEqual([]);
  });

  it('are not uploaded if they are too large or incomplete', async () => {
    const tooLarge = files.write(key, pieces('123', '4'), { maxBytes: 3 });
    await expect(tooLarge).rejects.toThrow(FileTooLarge);
    const broken = (async function* () {
      yield* pieces('1');
      throw new Error('broken');
    })();
    await expect(files.write(key, broken, { maxBytes: 3 })).rejects.toThrow('broken');
    expect(store.requests).toEqual([]);
    expect(await readdir(tempDirectory)).toEqual([]);
  });

  it.each(['../x', 'x', '', 'ridgeline-owner'])('reject the key %j', async (wrong) => {
    await expect(files.write(wrong, pieces('x'), { maxBytes: 1 })).rejects.toThrow(RangeError);
    await expect(files.read(wrong)).rejects.toThrow(RangeError);
    await expect(files.remove(wrong)).rejects.toThrow(RangeError);
  });

  it('are listed page by page, without other objects of the bucket', async () => {
    await files.belongsTo('a database');
    const written = Array.from({ length: 7 }, () => randomUUID()).sort();
    for (const one of written) await files.write(one, pieces('x'), { maxBytes: 1 });
    expect(await keys()).toEqual(written);
    for await (const { writtenAt } of files.list()) {
      expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000);
    }
  });

  it('are rejected with the wrong secret key', async () => {
    const settings = { ...store.settings, secretAccessKey: 'another secret' };
    const others = await openS3Files(settings, tempDirectory, timeouts);
    await expect(others.write(key, pieces('x'), { maxBytes: 1 })).rejects.toThrow(
      /403 SignatureDoesNotMatch/,
    );
    expect(store.objects.size).toBe(0);
  });
});

describe('a store that fails', () => {
  it('gets up to three attempts', async () => {
    store.disturbances.push(
      { status: 503, code: 'SlowDown' },
      { status: 500, code: 'InternalError' },
    );
    await write('kept');
    expect(await text()).toBe('kept');
  });

  it('is sent the same object again after a lost response', async () => {
    store.disturbances.push('lose answer');
    expect(await write('kept')).toEqual({ size: 4 });
    expect(store.requests.map((request) => request.split(' ')[0])).toEqual(['PUT', 'PUT']);
    expect(await text()).toBe('kept');
  });

  it('gets no request for some seconds after an error', async () => {
    files = await openS3Files(store.settings, tempDirectory, { ...timeouts, retryDelayMs: 60_000 });
    await store.close();
    await expect(text()).rejects.toThrow(FilesUnavailable);
    await expect(text()).rejects.toThrow('Object store unavailable');
    await expect(write('more')).rejects.toThrow(FilesUnavailable);
    await store.reopen();
    await expect(text()).rejects.toThrow('Object store unavailable');
  });

  it('is used again once it responds', async () => {
    await write('kept');
    await store.close();
    await expect(text()).rejects.toThrow(FilesUnavailable);
    await store.reopen();
    await expect.poll(() => text().catch(() => 'away')).toBe('kept');
  });

  it('times out if it does not respond', async () => {
    files = await openS3Files(store.settings, tempDirectory, {
      ...timeouts,
      responseMs: 500,
      idleMs: 300,
    });
    store.disturbances.push('hang', 'hang', 'hang');
    await expect(write('x')).rejects.toThrow(FilesUnavailable);
  });

  it('is unavailable without the bucket, and no file is reported missing', async () => {
    files = await openS3Files({ ...store.settings, bucket: 'other' }, tempDirectory, timeouts);
    await expect(files.read(key)).rejects.toThrow(FilesUnavailable);
  });

  it('logs the error without the signature of the request', async () => {
    store.disturbances.push({ status: 403, code: 'AccessDenied' });
    const error = await write('x').catch((reason: unknown) => reason);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('Signature');
  });
});

describe('a bucket', () => {
  it('rejects a second database', async () => {
    expect(await files.belongsTo('one database')).toBe(true);
    expect(await files.belongsTo('another')).toBe(false);
    expect(await files.belongsTo('one database')).toBe(true);
  });
});
