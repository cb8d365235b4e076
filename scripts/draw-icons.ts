import { mkdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

// Draws the icons of public/ from public/icon.svg. Run it again when the logo changes:
// npx node scripts/draw-icons.ts

const mark = await readFile('public/icon.svg', 'utf8');
/** The mark alone, without its background. */
const strokes = mark
  .replace(/<svg[^>]*>/, '')
  .replace('</svg>', '')
  .replace(/<(title>.*<\/title|rect[^>]*\/)>/g, '');
const paper = '#f8f7f3';

await mkdir('public/icons', { recursive: true });
await draw('public/icons/icon-192.png', mark, 192);
await draw('public/icons/icon-512.png', mark, 512);
// The important part of a maskable icon lies within a circle of 80% of its width
// (https://www.w3.org/TR/appmanifest/).
await draw('public/icons/maskable-512.png', onPaper(0.62), 512);
await draw('public/apple-touch-icon.png', onPaper(0.8), 180);
await writeFile('public/favicon.ico', createIco(await renderPng(mark, 48), 48));

/** Draws the mark at a share of the width of a plain square. */
function onPaper(share: number): string {
  const edge = (48 * (1 - share)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="none" stroke="#1d2420" stroke-width="3"><rect width="48" height="48" fill="${paper}" stroke="none"/><g transform="translate(${edge} ${edge}) scale(${share})">${strokes}</g></svg>`;
}

function renderPng(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 48 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

async function draw(file: string, svg: string, size: number) {
  await writeFile(file, await renderPng(svg, size));
}

/** An ICO file of one PNG: a directory of 6 bytes, an entry of 16, the image. */
function createIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.byteLength, 14);
  head.writeUInt32LE(head.byteLength, 18);
  return Buffer.concat([head, png]);
}
