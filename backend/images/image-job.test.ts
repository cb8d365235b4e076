import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createScanBomb } from '#tests/fixtures/scan-bomb.ts';
import { countJpegScans, runImageJob } from './image-job.ts';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#805030' } });

describe('the scans of a JPEG', () => {
  it('are counted up to the end of the image, without those of its thumbnail', async () => {
    const jpeg = await blank(200, 100).jpeg({ progressive: true }).toBuffer();
    const thumbnail = await createScanBomb(200);
    const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), thumbnail]);
    exif.writeUInt16BE(thumbnail.length + 2, 2);
    const annotated = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2), thumbnail]);
    const scans = countJpegScans(jpeg);
    expect(scans).toBeGreaterThan(1);
    expect(scans).toBeLessThan(12);
    expect(countJpegScans(annotated)).toBe(scans);
    expect(countJpegScans(await blank(20, 20).png().toBuffer())).toBe(0);
  });

  it('are counted in what a marker without a segment would hide', async () => {
    const bomb = await createScanBomb(150);
    const hidden = Buffer.concat([
      bomb.subarray(0, 2),
      Buffer.from([0xff, 2, 255]),
      bomb.subarray(2),
    ]);
    expect(countJpegScans(hidden)).toBe(countJpegScans(bomb));
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

  it('of a visitor are limited to 40 million, for AVIF to 16 million', async () => {
    const png = await blank(6600, 6600).png({ compressionLevel: 1 }).toBuffer();
    await expect(reencode(png, 'png')).rejects.toThrow(/pixel/);
    const avif = await blank(4100, 4100).avif({ effort: 0 }).toBuffer();
    await expect(reencode(avif, 'avif')).rejects.toThrow(/pixel/);
  });

  it('of a visitor’s JPEG may be 48 million, as phones take them', async () => {
    const jpeg = await blank(8064, 6048).jpeg().toBuffer();
    const { width, height } = await sharp(await reencode(jpeg, 'jpeg')).metadata();
    expect([width, height]).toEqual([4096, 3072]);
  });

  it('of staff are limited to 40 million for AVIF', async () => {
    const allowed = await blank(6000, 6000).avif({ effort: 0 }).toBuffer();
    await runImageJob({ type: 'check', source: allowed });
    const source = await blank(6600, 6600).avif({ effort: 0 }).toBuffer();
    await expect(runImageJob({ type: 'check', source })).rejects.toThrow(/pixel/);
    const convert = { type: 'convert', source, width: 100, format: 'webp' } as const;
    await expect(runImageJob(convert)).rejects.toThrow(/pixel/);
  });
});
