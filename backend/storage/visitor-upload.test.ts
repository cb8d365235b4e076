import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import {
  createInspirationName,
  createTestImage,
  readBlob,
  type TestImageFormat,
} from '#backend/storage/testing/test-images.ts';
import { createPngChunk, hostileFiles } from '#tests/fixtures/hostile-files.ts';
import { isFull } from '#tests/support/count-runs.ts';

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
}, 60_000);
afterAll(() => storage.stop());

const payload = Buffer.from(`PAYLOAD${'<script>alert(1)</script>'.repeat(40)}`);
const visitors = ['anon', 'stranger'] as const;
type Visitor = (typeof visitors)[number];

async function store(bytes: Buffer, format: TestImageFormat = 'jpeg', who: Visitor = 'anon') {
  const name = createInspirationName(`a.${format}`);
  const contentType = `image/${format}`;
  const { error } = await storage.images(who).upload(name, bytes, { contentType });
  expect(error).toBeNull();
  return { name, stored: await readBlob((await storage.images(who).download(name)).data) };
}

const withPayloadAtEnd = (image: Buffer) =>
  Buffer.concat([image, payload, Buffer.alloc(2_000_000, 'x')]);

/** A segment of a JPEG: ITU T.81, B.1.1.4. */
function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

describe('an upload of a visitor', () => {
  it.each([
    ...(['jpeg', 'png', 'webp', 'avif', 'gif'] as const).map((format) => ['anon', format] as const),
    ['stranger', 'jpeg'] as const,
  ])('of %s loses what follows the end of a %s', async (who, format) => {
    const image = await createTestImage(format);
    const { name, stored } = await store(withPayloadAtEnd(image), format, who);
    expect(stored.includes('PAYLOAD')).toBe(false);
    expect(stored.length).toBeLessThan(image.length * 3);
    const { width, height } = await sharp(stored).metadata();
    expect({ width, height }).toEqual({ width: 120, height: 80 });
    const { data } = await storage.images('staff').info(name);
    expect(data).toMatchObject({ size: stored.length, contentType: `image/${format}` });
  });

  it('loses the metadata of a JPEG', async () => {
    const image = await createTestImage('jpeg');
    const bytes = Buffer.concat([
      image.subarray(0, 2),
      ...[0xe1, 0xe2, 0xe5, 0xed, 0xfe].map((marker) => segment(marker, payload)),
      image.subarray(2),
    ]);
    expect((await store(bytes)).stored.includes('PAYLOAD')).toBe(false);
    const annotated = await sharp(image)
      .withExif({ IFD0: { Copyright: String(payload) } })
      .withXmp(`<?xpacket begin="" id="a"?><x:xmpmeta>${payload}</x:xmpmeta><?xpacket end="w"?>`)
      .toBuffer();
    expect(annotated.includes('PAYLOAD')).toBe(true);
    expect((await store(annotated)).stored.includes('PAYLOAD')).toBe(false);
  });

  it('loses the text chunks of a PNG', async () => {
    const image = await createTestImage('png');
    const text = Buffer.concat([Buffer.from('Comment\0'), payload]);
    const chunks = ['tEXt', 'eXIf', 'prVt'].map((type) => createPngChunk(type, text));
    const bytes = Buffer.concat([image.subarray(0, 33), ...chunks, image.subarray(33)]);
    expect((await store(bytes, 'png')).stored.includes('PAYLOAD')).toBe(false);
  });

  it('loses the comments of a GIF', async () => {
    const image = await createTestImage('gif');
    const comment = Buffer.concat([
      Buffer.from([0x21, 0xfe, 200]),
      payload.subarray(0, 200),
      Buffer.from([0]),
    ]);
    const bytes = Buffer.concat([image.subarray(0, -1), comment, image.subarray(-1)]);
    expect((await store(bytes, 'gif')).stored.includes('PAYLOAD')).toBe(false);
  });

  it('is stored upright', async () => {
    const image = await sharp(await createTestImage())
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { width, height, orientation } = await sharp((await store(image)).stored).metadata();
    expect([width, height]).toEqual([80, 120]);
    expect(orientation ?? 1).toBe(1);
  });

  it('has at most 4096 pixels a side', async () => {
    const { width, height } = await sharp(
      (await store(await createTestImage('jpeg', 6000, 60))).stored,
    ).metadata();
    expect([width, height]).toEqual([4096, 41]);
  });

  it.runIf(isFull)(
    'remains an animation, or becomes its first frame if that has too many pixels',
    async () => {
      const animation = async (frames: number, side: number) => {
        const images = Array.from({ length: frames }, (_, index) =>
          sharp({
            create: {
              width: side,
              height: side,
              channels: 3,
              background: { r: 40 * index, g: 82, b: 45 },
            },
          })
            .png()
            .toBuffer(),
        );
        return sharp(await Promise.all(images), { join: { animated: true } })
          .webp({ effort: 0 })
          .toBuffer();
      };
      const countPages = async (bytes: Buffer) => (await sharp(bytes).metadata()).pages ?? 1;
      const short = await animation(3, 100);
      expect(await countPages(short)).toBe(3);
      expect(await countPages((await store(short, 'webp')).stored)).toBe(3);
      expect(await countPages((await store(await animation(5, 2000), 'webp')).stored)).toBe(1);
    },
  );

  it('leaves one file on disk, and none if it is rejected', async () => {
    await storage.database.owner.deleteFrom('storage.objects').execute();
    await storage.clearFiles();
    await store(withPayloadAtEnd(await createTestImage()));
    expect(await storage.filesOnDisk()).toHaveLength(1);
    const cut = (await createTestImage('png')).subarray(0, 3000);
    const { error } = await storage.images('anon').upload(createInspirationName(), cut);
    expect(error).toMatchObject({
      status: 400,
      statusCode: '415',
      message: 'The file is not a readable image',
    });
    expect(await storage.filesOnDisk()).toHaveLength(1);
  });

  it('may be sent again if converting it takes too long, and leaves no file', async () => {
    await storage.database.owner.deleteFrom('storage.objects').execute();
    await storage.clearFiles();
    const timeout = AbortSignal.timeout(0);
    const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout);
    const name = createInspirationName();
    const { error } = await storage.images('anon').upload(name, await createTestImage());
    spy.mockRestore();
    expect(error).toMatchObject({
      status: 503,
      message: 'Converting the image took too long, please try again later',
    });
    expect(await storage.filesOnDisk()).toEqual([]);
  });

  it.each(visitors)('of %s by a signed URL is limited and encoded again', async (who) => {
    const name = createInspirationName();
    const { data } = await storage.images(who).createSignedUploadUrl(name);
    const image = withPayloadAtEnd(await createTestImage());
    const { error } = await storage.images(who).uploadToSignedUrl(name, data?.token ?? '', image);
    expect(error).toBeNull();
    const stored = await readBlob((await storage.images(who).download(name)).data);
    expect(stored.includes('PAYLOAD')).toBe(false);
  });

  it.runIf(isFull)(
    'of a hostile file is stored as an image without its scripts, or rejected',
    async () => {
      const markers = ['<script', '<?php', '%PDF', 'PK\x05\x06'];
      const files = await hostileFiles();
      let stored = 0;
      for (const [n, { name: fileName, type, bytes }] of files.entries()) {
        const name = createInspirationName();
        const images = storage.images('anon', { 'x-ridgeline-network': `203.0.113.${n}` });
        const { error } = await images.upload(name, bytes, { contentType: type });
        if (error) {
          expect(error, fileName).toMatchObject({ status: 400 });
          continue;
        }
        stored += 1;
        const { data } = await storage.images('anon').download(name);
        expect(data?.type, fileName).toMatch(/^image\/(jpeg|png|webp|avif|gif)$/);
        const content = await readBlob(data);
        expect(markers.filter((marker) => content.includes(marker))).toEqual([]);
      }
      expect(stored).toBeGreaterThan(15);
      expect(stored).toBeLessThan(files.length - 30);
      expect(process.memoryUsage().rss).toBeLessThan(1.5 * 1024 ** 3);
    },
    180_000,
  );
});

describe('the limit of visitors’ images', () => {
  const setLimit = (bytes: number) =>
    sql`insert into private.visitor_storage (max_bytes) values (${bytes}::bigint)
      on conflict (id) do update set max_bytes = excluded.max_bytes`.execute(
      storage.database.owner,
    );
  const used = async () => {
    const { rows } = await sql<{ used: string }>`
      select private.get_visitor_storage_used() as used`.execute(storage.database.owner);
    return Number(rows[0]?.used);
  };
  const full = {
    status: 507,
    statusCode: '507',
    message: "The storage for visitors' images is full",
  };

  it('rejects visitors before their body is read, and not staff', async () => {
    await store(await createTestImage());
    await setLimit(await used());
    for (const who of visitors) {
      expect(
        (await storage.images(who).upload(createInspirationName(), Buffer.from('x'))).error,
      ).toMatchObject(full);
      expect(
        (await storage.images(who).createSignedUploadUrl(createInspirationName())).error,
      ).toMatchObject(full);
    }
    const image = await createTestImage();
    expect((await storage.images('staff').upload('hero/1-full.jpg', image)).error).toBeNull();
    expect((await storage.images('staff').upload(createInspirationName(), image)).error).toBeNull();
  });

  it('rejects a visitor whose URL was signed before it was reached', async () => {
    const name = createInspirationName();
    await setLimit(1e9);
    const { data } = await storage.images('anon').createSignedUploadUrl(name);
    await setLimit(0);
    const image = await createTestImage();
    const bucket = storage.images('anon');
    expect((await bucket.uploadToSignedUrl(name, data?.token ?? '', image)).error).toMatchObject(
      full,
    );
  });

  it('applies to concurrent uploads', async () => {
    const image = await createTestImage();
    await setLimit(1e9);
    const { stored } = await store(image);
    const room = (await used()) + stored.length * 2.5;
    await setLimit(Math.round(room));
    const before = await storage.filesOnDisk();
    const results = await Promise.all(
      Array.from({ length: 6 }, () =>
        storage.images('anon').upload(createInspirationName(), image),
      ),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(2);
    for (const { error } of results) if (error) expect(error).toMatchObject(full);
    expect(await used()).toBeLessThanOrEqual(room);
    expect(await storage.filesOnDisk()).toHaveLength(before.length + 2);
  });
});
