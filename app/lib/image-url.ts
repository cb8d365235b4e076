/** The widths in pixels in which the server generates images. */
export const imageWidths = [320, 480, 560, 640, 960, 1280, 1920] as const;

/** The point that stays visible where an image is cropped, in percent from the left and from the top. */
export type FocalPoint = { x: number; y: number };

export type ImageFormat = 'avif' | 'webp' | 'jpeg';

/** The size in pixels of the images of link previews. */
export const cardSize = { width: 1200, height: 630 } as const;

/**
 * The URL of a stored image in one width and format.
 * @param path a path in the images bucket
 * @param width in pixels, or the name of a card's size
 */
export function getImageUrl(
  path: string,
  width: (typeof imageWidths)[number] | CardSize,
  format: ImageFormat,
): string {
  return `/pictures/${width}/${format}/${encodePath(path)}`;
}

type CardSize = 'card' | `card-${number}-${number}`;

/** Percent between the focal points of cards: each is a file on the server. */
const cardStep = 10;

/** The name of a crop of `cardSize`, at the focal point rounded to tens. */
export function getCardSize(focalPoint: FocalPoint | null | undefined): CardSize {
  if (!focalPoint) return 'card';
  const round = (percent: number) => Math.round(percent / cardStep) * cardStep;
  return `card-${round(focalPoint.x)}-${round(focalPoint.y)}`;
}

/** The focal point of a card's size, null if it has none; undefined if the name isn't a card's. */
export function parseCardSize(name: string): FocalPoint | null | undefined {
  if (name === 'card') return null;
  const match = /^card-(0|[1-9]0|100)-(0|[1-9]0|100)$/.exec(name);
  return match ? { x: Number(match[1]), y: Number(match[2]) } : undefined;
}

/** Whether it is a path in the images bucket, rather than a URL or a path on this site. */
export function isStoredImage(path: string | null | undefined): path is string {
  return Boolean(path) && !/^(https?:\/\/|\/)/.test(path ?? '');
}

/**
 * The absolute URL of an image.
 * @param site the website's URL without a slash at its end
 * @param path a path in the images bucket, an http(s) URL, or a path on this site
 */
export function getAbsoluteImageUrl(site: string, path: string): string {
  if (/^https?:\/\//.test(path)) return path;
  return site + (path.startsWith('/') ? path : getImageUrl(path, 1280, 'jpeg'));
}

/** A key of the storage as the path of a URL. */
export function encodePath(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}
