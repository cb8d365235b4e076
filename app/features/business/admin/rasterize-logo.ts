import { fitLogo } from '../logo.ts';
import { inspectLogoFile, LogoFileError, unreadable } from '../logo-file.ts';

/** In pixels: four times what the header has room for. */
const largest = { width: 1280, height: 384 };
const decodeTimeoutMs = 10_000;

export type RasterizedLogo = { file: File; width: number; height: number };

/**
 * Draws a logo as PNG. The server and visitors never get the SVG: it is decoded as an image in the browser of the person
 * who chose it, where it can neither run scripts nor load anything, and the same way on hosted Supabase.
 *
 * @throws LogoFileError with a message for that person
 */
export async function rasterizeLogo(source: File): Promise<RasterizedLogo> {
  const { type, ...size } = inspectLogoFile(new Uint8Array(await source.arrayBuffer()));
  const isVector = type === 'svg';
  const drawn = isVector ? enlarge(size) : fitLogo(size, largest);
  const content = isVector ? setSize(await source.text(), size) : source;
  const url = URL.createObjectURL(
    new Blob([content], { type: isVector ? 'image/svg+xml' : 'image/png' }),
  );
  try {
    const image = new Image();
    image.src = url;
    await Promise.race([image.decode(), failLater()]);
    const canvas = document.createElement('canvas');
    Object.assign(canvas, drawn);
    const context = canvas.getContext('2d');
    if (!context) throw new LogoFileError(unreadable);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, drawn.width, drawn.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new LogoFileError(unreadable);
    return { file: new File([blob], 'logo.png', { type: 'image/png' }), ...drawn };
  } catch (error) {
    throw error instanceof LogoFileError ? error : new LogoFileError(unreadable, { cause: error });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The largest size of an image that can be drawn at any size. */
function enlarge({ width, height }: { width: number; height: number }) {
  const scale = Math.max(largest.width / width, largest.height / height, 1);
  return fitLogo({ width: width * scale, height: height * scale }, largest);
}

/** Firefox draws no SVG without a width and a height. */
function setSize(text: string, { width, height }: { width: number; height: number }): string {
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml');
  if (svg.querySelector('parsererror')) throw new LogoFileError(unreadable);
  svg.documentElement.setAttribute('width', String(width));
  svg.documentElement.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(svg);
}

const failLater = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new LogoFileError(unreadable)), decodeTimeoutMs);
  });
