/** The widths in pixels in which the server generates images. */
export const imageWidths = [320, 480, 560, 640, 960, 1280, 1920] as const;

/** Widths that pages requested until November 2026; such a page may still be open. */
export const formerImageWidths = [750] as const;

export type ImageFormat = 'avif' | 'webp' | 'jpeg';

/** The size in pixels of the images of link previews. */
export const cardSize = { width: 1200, height: 630 } as const;

/**
 * The URL of a stored image in one width and format.
 * @param path a path in the images bucket
 * @param width in pixels, or card for a cut-out of `cardSize`
 */
export function getImageUrl(
  path: string,
  width: (typeof imageWidths)[number] | 'card',
  format: ImageFormat,
): string {
  return `/pictures/${width}/${format}/${path.split('/').map(encodeURIComponent).join('/')}`;
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
