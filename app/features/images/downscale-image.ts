const quality = 0.86;

let lastTask: Promise<unknown> = Promise.resolve();

/**
 * Redraws an image upright with at most 2560 pixels on its longer side, which removes all metadata such
 * as the location. A GIF only loses its metadata. Images are decoded one at a time.
 * @returns the file itself if the browser cannot decode it
 */
export function downscaleImage(file: File): Promise<File> {
  const result = lastTask.then(() => (file.type === 'image/gif' ? cleanGif(file) : redraw(file)));
  const downscaled = result.catch(() => file);
  lastTask = downscaled;
  return downscaled;
}

async function redraw(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file);
  try {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, getScaledSize(bitmap));
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    // WebP keeps transparency.
    const type = /png|webp|avif/.test(file.type) ? 'image/webp' : 'image/jpeg';
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (!blob) return file;
    // Safari can't encode WebP and returns a PNG.
    const extension = blob.type.replace('image/', '').replace('jpeg', 'jpg');
    const stem = file.name.replace(/\.[^.]*$/, '') || 'image';
    return new File([blob], `${stem}.${extension}`, { type: blob.type });
  } finally {
    bitmap.close();
  }
}

async function cleanGif(file: File): Promise<File> {
  const bytes = stripGifMetadata(new Uint8Array(await file.arrayBuffer()));
  return new File([bytes], file.name, { type: file.type });
}

const maxSide = 2560;

/** The width and height of an image after its longer side is reduced to at most `maxSide`. */
export function getScaledSize({ width, height }: { width: number; height: number }) {
  const share = Math.min(1, maxSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
}

const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/**
 * Removes comments and application extensions, such as XMP with a location, but not the loop count
 * (https://www.w3.org/Graphics/GIF/spec-gif89a.txt).
 * @throws RangeError if it is not a GIF, or truncated
 */
export function stripGifMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const at = (position: number): number => {
    const byte = bytes[position];
    if (byte === undefined) throw new RangeError('Not a whole GIF');
    return byte;
  };
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  const colors = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  const afterBlocks = (start: number) => {
    let position = start;
    while (at(position) !== 0) position += at(position) + 1;
    return position + 1;
  };
  if (!/^GIF8[79]a$/.test(text(0, 6))) throw new RangeError('Not a GIF');

  let position = 13 + colors(at(10));
  const retained = [bytes.subarray(0, position)];
  while (at(position) !== 0x3b) {
    const isFrame = at(position) === 0x2c;
    if (!isFrame && at(position) !== 0x21) throw new RangeError('Not a whole GIF');
    const label = at(position + 1);
    const end = afterBlocks(isFrame ? position + 11 + colors(at(position + 9)) : position + 2);
    const isMetadata =
      !isFrame &&
      (label === 0xfe || (label === 0xff && !loops.has(text(position + 3, position + 14))));
    if (!isMetadata) retained.push(bytes.subarray(position, end));
    position = end;
  }
  const whole = new Uint8Array(retained.reduce((sum, part) => sum + part.byteLength, 1));
  let filled = 0;
  for (const part of retained) {
    whole.set(part, filled);
    filled += part.byteLength;
  }
  whole[filled] = 0x3b;
  return whole;
}
