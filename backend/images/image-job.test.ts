import { readFileSync } from 'node:fs';
import sharp, { type SharpOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { createScanBomb } from '#backend/images/testing/scan-bomb.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { inspectJpeg, runImageJob } from './image-job.ts';
import type { LogoShape } from './logo-shapes.ts';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#805030' } });

describe('the scans of a JPEG', () => {
  it('are counted up to the end of the image, without those of its thumbnail', async () => {
    const jpeg = await blank(200, 100).jpeg({ progressive: true }).toBuffer();
    const thumbnail = await createScanBomb(200);
    const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), thumbnail]);
    exif.writeUInt16BE(thumbnail.length + 2, 2);
    const annotated = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2), thumbnail]);
    const { scans, end } = inspectJpeg(jpeg);
    expect(end).toBe(jpeg.length);
    expect(scans).toBeGreaterThan(1);
    expect(scans).toBeLessThan(12);
    expect(inspectJpeg(annotated)).toEqual({ scans, end: annotated.length - thumbnail.length });
    expect(inspectJpeg(await blank(20, 20).png().toBuffer())).toEqual({ scans: 0 });
  });

  it('are counted after a marker without a segment', async () => {
    const bomb = await createScanBomb(150);
    const hidden = Buffer.concat([
      bomb.subarray(0, 2),
      Buffer.from([0xff, 2, 255]),
      bomb.subarray(2),
    ]);
    expect(inspectJpeg(hidden).scans).toBe(inspectJpeg(bomb).scans);
  });

  it.each([
    { type: 'check' },
    { type: 'placeholder' },
    { type: 'convert', width: 100, format: 'webp' },
    { type: 'reencode', format: 'jpeg', maxBytes: 15e6 },
  ] as const)('are limited for $type', async (job) => {
    await runImageJob({ ...job, source: await createScanBomb(60) });
    await expect(runImageJob({ ...job, source: await createScanBomb(150) })).rejects.toThrow(
      /scans/,
    );
  });
});

describe('the pixels of an image', () => {
  const reencode = (source: Uint8Array, format: 'jpeg' | 'png' | 'avif') =>
    runImageJob({ type: 'reencode', source, format, maxBytes: 15e6 });

  it.runIf(isFull)('of a visitor are limited to 40 million, for AVIF to 16 million', async () => {
    const png = await blank(6600, 6600).png({ compressionLevel: 1 }).toBuffer();
    await expect(reencode(png, 'png')).rejects.toThrow(/pixel/);
    const avif = await blank(4100, 4100).avif({ effort: 0 }).toBuffer();
    await expect(reencode(avif, 'avif')).rejects.toThrow(/pixel/);
  });

  it.runIf(isFull)('of a visitor’s JPEG may be 48 million, as phones take them', async () => {
    const jpeg = await blank(8064, 6048).jpeg().toBuffer();
    const { width, height } = await sharp(await reencode(jpeg, 'jpeg')).metadata();
    expect([width, height]).toEqual([4096, 3072]);
  });

  it.runIf(isFull)('of staff are limited to 40 million for AVIF', async () => {
    const allowed = await blank(6000, 6000).avif({ effort: 0 }).toBuffer();
    await runImageJob({ type: 'check', source: allowed });
    const source = await blank(6600, 6600).avif({ effort: 0 }).toBuffer();
    await expect(runImageJob({ type: 'check', source })).rejects.toThrow(/pixel/);
    const convert = { type: 'convert', source, width: 100, format: 'webp' } as const;
    await expect(runImageJob(convert)).rejects.toThrow(/pixel/);
  });
});

describe('a logo', () => {
  const draw = async (shape: LogoShape) => {
    const mark = { create: { width: 600, height: 100, channels: 4, background: '#1d242000' } };
    const source = await sharp(mark as SharpOptions)
      .png()
      .toBuffer();
    const drawn = sharp(await runImageJob({ type: 'logo', shape, source }));
    const { data } = await drawn.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = await drawn.metadata();
    return { size: [width, height], pixel: [...data.subarray(0, 4)] };
  };

  it('stays transparent, is on white in letters, and on the ground of the site in icons', async () => {
    expect(await draw('logo')).toEqual({ size: [600, 100], pixel: expect.arrayContaining([0]) });
    expect(await draw('letterhead')).toEqual({ size: [600, 100], pixel: [255, 255, 255, 255] });
    expect(await draw('icon-180')).toEqual({ size: [180, 180], pixel: [248, 247, 243, 255] });
  });
});

describe('a HEIC', () => {
  /** 96x64, red on the left and blue on the right, in Display P3, with Exif and XMP. */
  const heic = readFileSync('tests/fixtures/photo.heic');
  const expectPhoto = async (bytes: Uint8Array, format: string) => {
    const { width, height, exif, xmp, icc, ...metadata } = await sharp(bytes).metadata();
    expect([metadata.format, width, height]).toEqual([format, 96, 64]);
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
    const { data } = await sharp(bytes)
      .resize(2, 1, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)].map((value) => value > 100)).toEqual([true, false, false]);
    expect([...data.subarray(3)].map((value) => value > 100)).toEqual([false, false, true]);
  };

  it.each([
    { type: 'convert', width: 320, format: 'webp' },
    { type: 'reencode', format: 'jpeg', maxBytes: 15e6 },
    { type: 'sanitize', format: 'jpeg', maxBytes: 15e6 },
  ] as const)('is decoded for $type', async (task) => {
    expect(heic.includes('45.07N')).toBe(true);
    const bytes = await runImageJob({ ...task, source: heic });
    await expectPhoto(bytes, task.format);
    expect(Buffer.from(bytes).includes('45.07N')).toBe(false);
  });

  it('is converted from its colour profile', async () => {
    const png = await sharp(
      await runImageJob({ type: 'reencode', format: 'jpeg', maxBytes: 15e6, source: heic }),
    )
      .extract({ left: 10, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer();
    // The red of the fixture before it was converted to Display P3.
    expect(Math.abs(Number(png[0]) - 0xc0)).toBeLessThan(6);
    expect(Math.abs(Number(png[1]) - 0x30)).toBeLessThan(8);
  });

  it('is rejected if it is broken', async () => {
    const broken = Buffer.from(heic);
    broken.fill(0xaa, heic.indexOf('mdat') + 4);
    await expect(runImageJob({ type: 'check', source: heic.subarray(0, 900) })).rejects.toThrow();
    await expect(runImageJob({ type: 'check', source: broken })).rejects.toThrow();
  });

  it.each(['reencode', 'sanitize'] as const)(
    'of more than 25 million pixels is rejected for %s',
    async (type) => {
      const source = Buffer.from(heic);
      const box = source.indexOf('ispe');
      source.writeUInt32BE(5001, box + 8);
      source.writeUInt32BE(5000, box + 12);
      const job = { type, format: 'jpeg', maxBytes: 15e6, source } as const;
      await expect(runImageJob(job)).rejects.toThrow(/25000000 pixels/);
    },
  );
});

describe('sanitize', () => {
  const sanitize = (
    source: Uint8Array,
    format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' = 'jpeg',
  ) => runImageJob({ type: 'sanitize', source, format, maxBytes: 15e6 });
  const location = '45.07N';

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'returns nothing for a %s without metadata',
    async (format) => {
      expect(await sanitize(await blank(60, 40).toFormat(format).toBuffer(), format)).toHaveLength(
        0,
      );
    },
  );

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'removes Exif and XMP of a %s and turns it upright',
    async (format) => {
      const source = await blank(60, 40)
        .withExif({
          IFD0: { Make: 'A camera' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 4/1 0/1' },
        })
        .withMetadata({ orientation: 6 })
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${location}</x:xmpmeta>`)
        .toFormat(format)
        .toBuffer();
      expect((await sharp(source).metadata()).exif).toBeDefined();
      expect((await sharp(source).metadata()).xmp).toBeDefined();
      const sanitized = Buffer.from(await sanitize(source, format));
      const { width, height, exif, xmp } = await sharp(sanitized).metadata();
      expect([exif, xmp]).toEqual([undefined, undefined]);
      expect([width, height]).toEqual([40, 60]);
      for (const word of [location, 'A camera']) expect(sanitized.includes(word)).toBe(false);
    },
  );

  it('removes what follows the end of a JPEG', async () => {
    const jpeg = await blank(60, 40).jpeg().toBuffer();
    const motionPhoto = Buffer.concat([jpeg, Buffer.from(`ftypmp42 ${location}`)]);
    const sanitized = Buffer.from(await sanitize(motionPhoto));
    expect(sanitized.length).toBeGreaterThan(0);
    expect(sanitized.includes(location)).toBe(false);
  });

  it('removes the XMP of a GIF', async () => {
    const gif = await blank(60, 40).gif().toBuffer();
    const xmp = Buffer.concat([
      Buffer.from([0x21, 0xff, 11]),
      Buffer.from(`XMP DataXMP\x06${location}\0`),
    ]);
    const sanitized = Buffer.from(
      await sanitize(Buffer.concat([gif.subarray(0, -1), xmp, gif.subarray(-1)]), 'gif'),
    );
    expect(sanitized.includes(location)).toBe(false);
    expect((await sharp(sanitized).metadata()).format).toBe('gif');
  });
});
