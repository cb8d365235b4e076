import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScanBomb } from '#backend/images/testing/scan-bomb.ts';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import {
  createInspirationName,
  createTestImage,
  readBlob,
} from '#backend/storage/testing/test-images.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { createVisitorQueue } from './process-upload.ts';

describe('the decode queue of visitors', () => {
  const start = () => {
    const run = createVisitorQueue();
    const order: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const enqueue = (network: string, name: string, signal?: AbortSignal) =>
      run(
        network,
        async () => {
          await released;
          order.push(name);
        },
        signal,
      );
    return { enqueue, order, release };
  };

  it('alternates between networks', async () => {
    const { enqueue, order, release } = start();
    const images = [
      enqueue('a', 'a1'),
      enqueue('a', 'a2'),
      enqueue('a', 'a3'),
      enqueue('b', 'b1'),
      enqueue('b', 'b2'),
    ];
    release();
    await Promise.all(images);
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('accepts six images of a network, and rejects more with TooManyRequests', async () => {
    const { enqueue, order, release } = start();
    const images = Array.from({ length: 6 }, () => enqueue('a', 'a'));
    await expect(enqueue('a', 'a')).rejects.toMatchObject({ name: 'TooManyRequests' });
    release();
    await Promise.all(images);
    expect(order).toHaveLength(6);
  });

  it('lets other images pass HEICs that wait', async () => {
    const order: string[] = [];
    const run = createVisitorQueue();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const enqueue = (name: string) =>
      run(
        name,
        async () => {
          await released;
          order.push(name);
        },
        undefined,
        name.startsWith('heic'),
      );
    const images = [enqueue('heic1')];
    await new Promise((resolve) => setTimeout(resolve));
    images.push(...['heic2', 'heic3', 'jpeg1', 'jpeg2'].map(enqueue));
    release();
    await Promise.all(images);
    expect(order).toEqual(['heic1', 'jpeg1', 'jpeg2', 'heic2', 'heic3']);
  });

  it('rejects images of a network and an IPv6 /48 that have taken their time of the hour', async () => {
    let now = 0;
    const run = createVisitorQueue({ now: () => now });
    const decode = (network: string, seconds: number) =>
      run(network, async () => {
        now += seconds * 1000;
      });
    const limited = { name: 'TooManyRequests', retryAfter: 3600 - 90 };
    await decode('192.0.2.1', 100);
    await decode('192.0.2.1', 90);
    await expect(decode('192.0.2.1', 1)).rejects.toMatchObject(limited);
    await decode('192.0.2.2', 1);
    for (const subnet of [1, 2]) await decode(`2001:db8:0:${subnet}::/64`, 181);
    await expect(decode('2001:db8:0:3::/64', 1)).rejects.toMatchObject({ name: 'TooManyRequests' });
    now += 3_600_000;
    await decode('192.0.2.1', 1);
  });

  it('counts the CPU time of an image that has waited for the processor, not the elapsed time', async () => {
    let now = 0;
    const run = createVisitorQueue({ now: () => now });
    const decode = (cpuSeconds: number) =>
      run('192.0.2.1', async (reportCpu) => {
        now += 200_000;
        reportCpu(cpuSeconds * 1000);
      });
    await decode(100);
    await decode(90);
    await expect(decode(1)).rejects.toMatchObject({ name: 'TooManyRequests' });
  });

  it('holds 20 waiting images, rejects more with 503, and removes those whose client has disconnected', async () => {
    const { enqueue, order, release } = start();
    const controller = new AbortController();
    const images = Array.from({ length: 20 }, (_, index) => enqueue(`network ${index}`, 'waited'));
    const gone = enqueue('gone', 'gone', controller.signal);
    const busy = { status: 503, options: { headers: { 'Retry-After': '30' } } };
    await expect(enqueue('late', 'late')).rejects.toMatchObject(busy);
    controller.abort(new Error('Gone'));
    await expect(gone).rejects.toThrow('Gone');
    images.push(enqueue('later', 'waited'));
    release();
    await Promise.all(images);
    expect(order).toEqual(Array(21).fill('waited'));
  });
});

describe('an image of a visitor that takes long', () => {
  let storage: TestStorage;
  let server: Server;
  let url: string;
  /** Takes `npm run test:full` some seconds to encode. */
  let slow: Buffer;

  beforeAll(async () => {
    storage = await startTestStorage();
    server = serve({ fetch: storage.app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/v1/object/images`;
    const side = isFull ? 1600 : 300;
    slow = await createTestImage('gif', side, side);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await storage.stop();
  });

  const upload = (bytes: Buffer, network: string, signal?: AbortSignal, apikey = 'anon') =>
    fetch(`${url}/${createInspirationName()}`, {
      method: 'POST',
      // A rejected upload ends its connection, which must not be the next one's as well.
      headers: { apikey, 'x-ridgeline-network': network, connection: 'close' },
      body: new Uint8Array(bytes),
      ...(signal ? { signal } : {}),
    });

  it.runIf(isFull)(
    'delays no other network and no staff, and leaves no file if its client disconnects',
    async () => {
      const controller = new AbortController();
      const results: (number | string)[] = [];
      const images = Array.from({ length: 8 }, () =>
        upload(slow, '192.0.2.1', controller.signal).then(
          ({ status, headers }) => results.push(status, headers.get('Retry-After') ?? ''),
          () => results.push('aborted'),
        ),
      );
      await expect.poll(() => results).toEqual([429, '1', 429, '1']);
      const image = await createTestImage();
      const staff = await upload(image, '192.0.2.1', undefined, 'staff');
      expect(staff.status).toBe(200);
      expect(results).toHaveLength(4);
      const other = await upload(image, '192.0.2.2');
      expect(other.status).toBe(200);
      expect(results.length).toBeLessThan(8);
      controller.abort();
      await Promise.all(images);
      expect(results).toContain('aborted');
      // An upload that was complete before its client disconnected may still be stored meanwhile.
      const countFilesWithoutRow = async () => {
        const stored = await storage.database.owner
          .selectFrom('storage.objects')
          .select('version')
          .execute();
        return (await storage.filesOnDisk()).length - stored.length;
      };
      await expect.poll(countFilesWithoutRow).toBe(0);
    },
  );

  it('counts towards the storage of visitors before it is stored', async () => {
    const { rows } = await sql<{ used: string }>`
      select private.get_visitor_storage_used() as used`.execute(storage.database.owner);
    const limit = Math.round(Number(rows[0]?.used) + slow.length * 2.5);
    await sql`insert into private.visitor_storage (max_bytes) values (${limit}::bigint)`.execute(
      storage.database.owner,
    );
    const controller = new AbortController();
    const results: number[] = [];
    const images = [1, 2, 3, 4, 5].map((network) =>
      upload(slow, `198.51.100.${network}`, controller.signal).then(
        ({ status }) => results.push(status),
        () => undefined,
      ),
    );
    await expect.poll(() => results.slice(0, 3)).toEqual([507, 507, 507]);
    controller.abort();
    await Promise.all(images);
    await sql`delete from private.visitor_storage`.execute(storage.database.owner);
    const later = await storage
      .images('anon')
      .upload(createInspirationName(), await createTestImage());
    expect(later.error).toBeNull();
  });

  it('is rejected before it is decoded if it is a JPEG of more than a hundred scans', async () => {
    const bomb = await createScanBomb(150);
    expect(await sharp(bomb).stats(), 'a decoder takes it').toMatchObject({ isOpaque: true });
    const response = await upload(bomb, '192.0.2.3');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      statusCode: '415',
      message: 'The file is not a readable image',
    });
  });
});

describe('an image with a location', () => {
  let storage: TestStorage;
  beforeAll(async () => {
    storage = await startTestStorage();
  });
  afterAll(() => storage.stop());

  const store = async (who: 'anon' | 'staff', name: string, bytes: Buffer) => {
    const { error } = await storage.images(who).upload(name, bytes);
    expect(error).toBeNull();
    const { data } = await storage.images('staff').info(name);
    return {
      bytes: await readBlob((await storage.images(who).download(name)).data),
      size: data?.size,
      contentType: data?.contentType,
    };
  };

  it.each([
    ['anon', 'inspiration/1767225600000-photo.heic'],
    ['staff', 'hero/1767225600000-photo.heic'],
  ] as const)('in HEIC is stored as a JPEG without it if %s uploads it', async (who, name) => {
    const stored = await store(who, name, readFileSync('tests/fixtures/photo.heic'));
    expect(stored.bytes.includes('45.07N')).toBe(false);
    expect(stored).toMatchObject({ size: stored.bytes.length, contentType: 'image/jpeg' });
    expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 96 });
  });

  it('in JPEG is stored without it if staff upload it, and byte by byte if it has none', async () => {
    const plain = await createTestImage();
    const located = await sharp(plain)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 4/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(located).metadata()).exif).toBeDefined();
    const stored = await store('staff', 'projects/1767225600000-located.jpg', located);
    expect((await sharp(stored.bytes).metadata()).exif).toBeUndefined();
    const same = await store('staff', 'projects/1767225600000-plain.jpg', plain);
    expect(same.bytes).toEqual(plain);
    const objects = await storage.database.owner
      .selectFrom('storage.objects')
      .select('id')
      .execute();
    expect(await storage.filesOnDisk()).toHaveLength(objects.length);
  });
});
