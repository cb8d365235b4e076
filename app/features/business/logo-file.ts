/** The file can't be used as a logo; the message is for the person who chose it. */
export class LogoFileError extends Error {
  override name = 'LogoFileError';
}

type LogoFile = { type: 'png' | 'svg'; width: number; height: number };

const maxPngBytes = 5 * 1024 * 1024;
const maxSvgBytes = 512 * 1024;
/** In pixels. Read before the browser decodes the file, so that a small file can't fill its memory. */
const maxPngSide = 4096;
/** An SVG is drawn at the size of the logo. Larger ones are mistakes. */
const maxSvgSide = 10_000;

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Reads type and size of a logo from its first bytes (PNG, https://www.w3.org/TR/png-3/#11IHDR) or its root element
 * (SVG).
 *
 * @throws LogoFileError if it is neither, too large, or an SVG that has more than shapes
 */
export function inspectLogoFile(bytes: Uint8Array): LogoFile {
  const isPng = pngSignature.every((byte, index) => bytes[index] === byte);
  return isPng ? inspectPng(bytes) : inspectSvg(bytes);
}

function inspectPng(bytes: Uint8Array): LogoFile {
  if (bytes.length > maxPngBytes) throw tooManyBytes('5 MB');
  if (bytes.length < 33) throw new LogoFileError(unreadable);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  return { type: 'png', ...limitSize(size, maxPngSide) };
}

function inspectSvg(bytes: Uint8Array): LogoFile {
  const text = decode(bytes.subarray(0, maxSvgBytes + 1));
  const [, attributes = ''] = /<(?:[\w.-]+:)?svg\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/i.exec(text) ?? [];
  if (!attributes) throw new LogoFileError('Please choose a PNG or SVG file.');
  if (bytes.length > maxSvgBytes) throw tooManyBytes('512 kB');
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) throw hasMore('declares entities');
  if (code.test(text)) throw hasMore('contains scripts or other web content');
  if (external.test(text)) throw hasMore('loads other files');
  return { type: 'svg', ...limitSize(readSize(attributes), maxSvgSide) };
}

/** Browsers don't run these in an <img>, but a logo has no reason to contain them. */
const code =
  /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|embed|object|audio|video)\b|[\s"'/]on[a-z]+\s*=|javascript:/i;
/** Fragments and images inside the file are left. */
const external =
  /href\s*=\s*(?:"(?!#|data:image\/(?:png|jpeg);)[^"]|'(?!#|data:image\/(?:png|jpeg);)[^'])|url\(\s*["']?(?!["'#]|data:image\/)|@import|<\?xml-stylesheet/i;

function readSize(attributes: string): { width: number; height: number } {
  const read = (name: string) =>
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1]?.trim();
  const [width, height] = [read('width'), read('height')].map((text) =>
    Number(/^([\d.]+)(?:px)?$/.exec(text ?? '')?.[1]),
  );
  if (width && height) return { width, height };
  const box =
    read('viewBox')
      ?.split(/[\s,]+/)
      .map(Number) ?? [];
  const [, , boxWidth, boxHeight] = box;
  if (boxWidth && boxHeight && box.every(Number.isFinite)) {
    return { width: boxWidth, height: boxHeight };
  }
  throw new LogoFileError('This SVG has no size. Export it with a width and a height.');
}

function limitSize(size: { width: number; height: number }, maxSide: number) {
  const { width, height } = size;
  if (width <= 0 || height <= 0) throw new LogoFileError(unreadable);
  if (Math.max(width, height) <= maxSide) return size;
  const format = (pixels: number) => Math.round(pixels).toLocaleString('en-CA');
  throw new LogoFileError(
    `This image is ${format(width)} × ${format(height)} pixels. Please use one with at most ${format(maxSide)} on each side.`,
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: bytes.length <= maxSvgBytes }).decode(bytes);
  } catch {
    throw new LogoFileError('Please choose a PNG or SVG file.');
  }
}

export const unreadable = "This file can't be read as an image. Please export it again.";

const tooManyBytes = (limit: string) =>
  new LogoFileError(`This file is larger than ${limit}. Please use a smaller one.`);

const hasMore = (what: string) =>
  new LogoFileError(`This SVG ${what}. Export it as plain SVG, or use a PNG.`);
