import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3Server } from '#tests/support/s3-server.ts';
import { FileMissing, FilesUnavailable, FileTooLarge } from './files.ts';
import { openS3Files, type S3FileStore } from './s3-files.ts';

let store: Awaited<ReturnType<typeof startS3Server>>;
let spool: string;
let files: S3FileStore;
let key: string;

const patience = { connect: 10_000, answer: 10_000, silence: 10_000, rest: 400 };

beforeAll(async () => {
  store = await startS3Server();
  spool = await mkdtemp(join(tmpdir(), 'spool-'));
});
beforeEach(async () => {
  files = await openS3Files(store.settings, spool, patience);
  store.objects.clear();
  store.requests.length = 0;
  store.disturbances.length = 0;
  store.conditional = true;
  key = randomUUID();
});
afterAll(async () => {
  await store.stop();
  await rm(spool, { recursive: true });
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
    await files.remove(key);
    await files.remove(key);
    await expect(files.read(key)).rejects.toThrow(FileMissing);
    expect(await readdir(spool)).toEqual([]);
  });

  it.each([true, false])(
    'never take the place of another one (conditional: %s)',
    async (conditional) => {
      store.conditional = conditional;
      await write('first');
      await expect(write('second')).rejects.toThrow();
      expect(await text()).toBe('first');
    },
  );

  it('never reach the store where they are too large or break off', async () => {
    const tooLarge = files.write(key, pieces('123', '4'), { maxBytes: 3 });
    await expect(tooLarge).rejects.toThrow(FileTooLarge);
    const broken = (async function* () {
      yield* pieces('1');
      throw new Error('broken');
    })();
    await expect(files.write(key, broken, { maxBytes: 3 })).rejects.toThrow('broken');
    expect(store.requests).toEqual([]);
    expect(await readdir(spool)).toEqual([]);
  });

  it.each(['../x', 'x', '', 'ridgeline-owner'])('have no key like %j', async (wrong) => {
    await expect(files.write(wrong, pieces('x'), { maxBytes: 1 })).rejects.toThrow(RangeError);
    await expect(files.read(wrong)).rejects.toThrow(RangeError);
    await expect(files.remove(wrong)).rejects.toThrow(RangeError);
  });

  it('are listed page by page, without what else lies in the bucket', async () => {
    await files.belongsTo('a database');
    const written = Array.from({ length: 7 }, () => randomUUID()).sort();
    for (const one of written) await files.write(one, pieces('x'), { maxBytes: 1 });
    expect(await keys()).toEqual(written);
    for await (const { writtenAt } of files.list()) {
      expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000);
    }
  });

  it('are refused to whoever has the wrong key', async () => {
    const settings = { ...store.settings, secretAccessKey: 'another secret' };
    const others = await openS3Files(settings, spool, patience);
    await expect(others.write(key, pieces('x'), { maxBytes: 1 })).rejects.toThrow(
      /403 SignatureDoesNotMatch/,
    );
    expect(store.objects.size).toBe(0);
  });
});

describe('a store that fails', () => {
  it('is asked again', async () => {
    store.disturbances.push(
      { status: 503, code: 'SlowDown' },
      { status: 500, code: 'InternalError' },
    );
    await write('kept');
    expect(await text()).toBe('kept');
  });

  it('has what it wrote without telling', async () => {
    store.disturbances.push('lose answer');
    expect(await write('kept')).toEqual({ size: 4 });
    expect(store.requests.map((request) => request.split(' ')[0])).toEqual(['PUT', 'PUT', 'HEAD']);
    expect(await text()).toBe('kept');
  });

  it('is not asked again soon once it is away', async () => {
    files = await openS3Files(store.settings, spool, { ...patience, rest: 60_000 });
    await store.goAway();
    await expect(text()).rejects.toThrow(FilesUnavailable);
    await expect(text()).rejects.toThrow('The store is away');
    await expect(write('more')).rejects.toThrow(FilesUnavailable);
    await store.comeBack();
    await expect(text()).rejects.toThrow('The store is away');
  });

  it('is there again when it comes back', async () => {
    await write('kept');
    await store.goAway();
    await expect(text()).rejects.toThrow(FilesUnavailable);
    await store.comeBack();
    await expect.poll(() => text().catch(() => 'away')).toBe('kept');
  });

  it('is given up where it says nothing', async () => {
    files = await openS3Files(store.settings, spool, { ...patience, answer: 500, silence: 300 });
    store.disturbances.push('hang', 'hang', 'hang');
    await expect(write('x')).rejects.toThrow(FilesUnavailable);
  });

  it('is missing a bucket, not a file', async () => {
    files = await openS3Files({ ...store.settings, bucket: 'other' }, spool, patience);
    await expect(files.read(key)).rejects.toThrow(FilesUnavailable);
  });

  it('is told without the signature of the request', async () => {
    store.disturbances.push({ status: 403, code: 'AccessDenied' });
    const error = await write('x').catch((reason: unknown) => reason);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('Signature');
  });
});

describe('a bucket', () => {
  it('belongs to whoever asks first', async () => {
    expect(await files.belongsTo('one database')).toBe(true);
    expect(await files.belongsTo('another')).toBe(false);
    expect(await files.belongsTo('one database')).toBe(true);
  });
});
