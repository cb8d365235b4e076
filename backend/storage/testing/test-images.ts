import sharp from 'sharp';

export type TestImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** An encoder looks for the smallest file, which takes noise a hundred times as long. */
const quick: Partial<Record<TestImageFormat, object>> = {
  avif: { effort: 0 },
  gif: { effort: 1 },
  webp: { effort: 0 },
};

/** A real image of some noise, so that cutting it short cuts pixels off. */
export async function createTestImage(format: TestImageFormat = 'jpeg', width = 120, height = 80) {
  const background = { r: 160, g: 82, b: 45 };
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background, noise } })
    .toFormat(format, quick[format])
    .toBuffer();
}

let count = 0;

/** A new name that visitors may use. */
export function createInspirationName(fileName = 'shed.jpg'): string {
  count += 1;
  return `inspiration/${1_700_000_000_000 + count}-${fileName}`;
}

/** The bytes of a download. */
export async function readBlob(blob: Blob | null): Promise<Buffer> {
  return Buffer.from(await new Response(blob).arrayBuffer());
}
