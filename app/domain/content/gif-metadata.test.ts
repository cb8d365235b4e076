import sharp from 'sharp';
import { expect, it } from 'vitest';
import { gifWithoutNotes } from './gif-metadata.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const comment = [0x21, 0xfe, 5, ...ascii('45.07'), 0];
const program = [0x21, 0xff, 11, ...ascii('XMP DataXMP'), 5, ...ascii('46.08'), 0];

/** Two frames, with a comment and a program's note before the end. */
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

it('leaves out what an animation says of itself, and keeps what it shows', async () => {
  const before = await animation();
  const after = Buffer.from(gifWithoutNotes(before));
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

it('takes no file that is no GIF, or cut off', async () => {
  const whole = await animation();
  for (const bytes of [new Uint8Array(), Uint8Array.from(ascii('GIF89a')), whole.subarray(0, 60)]) {
    expect(() => gifWithoutNotes(bytes)).toThrow(RangeError);
  }
  expect(() => gifWithoutNotes(Uint8Array.from(ascii('Not a GIF at all, but long')))).toThrow();
});
