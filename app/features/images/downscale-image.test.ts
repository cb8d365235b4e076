import sharp from 'sharp';
import { expect, it } from 'vitest';
import { getScaledSize, stripGifMetadata } from './downscale-image.ts';

it.each([
  [
    { width: 8000, height: 6000 },
    { width: 2560, height: 1920 },
  ],
  [
    { width: 3000, height: 9000 },
    { width: 853, height: 2560 },
  ],
  [
    { width: 640, height: 480 },
    { width: 640, height: 480 },
  ],
  [
    { width: 20000, height: 1 },
    { width: 2560, height: 1 },
  ],
])('scales %j to %j', (from, to) => {
  expect(getScaledSize(from)).toEqual(to);
});

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const comment = [0x21, 0xfe, 5, ...ascii('45.07'), 0];
const program = [0x21, 0xff, 11, ...ascii('XMP DataXMP'), 5, ...ascii('46.08'), 0];

/** Two frames, with a comment and an application extension before the end. */
async function animation(): Promise<Uint8Array> {
  const frame = (background: string) =>
    sharp({ create: { width: 16, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  const gif = await sharp([await frame('#a04030'), await frame('#304080')], {
    join: { animated: true },
  })
    .gif({ loop: 3, delay: [100, 200] })
    .toBuffer();
  return Uint8Array.from([...gif.subarray(0, -1), ...comment, ...program, 0x3b]);
}

it('stripGifMetadata removes comments and XMP, and retains every frame', async () => {
  const before = await animation();
  const after = Buffer.from(stripGifMetadata(before));
  expect(Buffer.from(before).includes('45.07')).toBe(true);
  expect(after.includes('45.07')).toBe(false);
  expect(after.includes('46.08')).toBe(false);
  const { pages, loop, delay, width } = await sharp(after, { animated: true }).metadata();
  expect({ pages, loop, delay, width }).toEqual({
    pages: 2,
    loop: 3,
    delay: [100, 200],
    width: 16,
  });
  expect(await sharp(after, { animated: true }).raw().toBuffer()).toEqual(
    await sharp(before, { animated: true }).raw().toBuffer(),
  );
});

it('stripGifMetadata rejects a truncated GIF and other files', async () => {
  const whole = await animation();
  for (const bytes of [new Uint8Array(), Uint8Array.from(ascii('GIF89a')), whole.subarray(0, 60)]) {
    expect(() => stripGifMetadata(bytes)).toThrow(RangeError);
  }
  expect(() => stripGifMetadata(Uint8Array.from(ascii('Not a GIF at all, but long')))).toThrow();
});
