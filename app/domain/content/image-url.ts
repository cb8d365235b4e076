/** The widths in pixels that the server makes pictures in. */
export const pictureWidths = [320, 480, 560, 640, 960, 1280, 1920] as const;

/** Widths that pages asked for until November 2026, which somebody may still have open. */
export const formerPictureWidths = [750] as const;

export type PictureFormat = 'avif' | 'webp' | 'jpeg';

/** The size in pixels of the pictures that stand beside a link elsewhere. */
export const cardSize = { width: 1200, height: 630 } as const;

/**
 * The address of a stored picture in one width and format.
 * @param path a path in the images bucket
 * @param width in pixels, or card for a cut-out of `cardSize`
 */
export function pictureUrl(
  path: string,
  width: (typeof pictureWidths)[number] | 'card',
  format: PictureFormat,
): string {
  return `/pictures/${width}/${format}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** True for a path in the images bucket, false for an address elsewhere or a path on this site. */
export function isStoredPicture(path: string | null | undefined): path is string {
  return Boolean(path) && !/^(https?:\/\/|\/)/.test(path ?? '');
}

/**
 * The full address of a picture.
 * @param site the website's address, without a slash at its end
 * @param path a path in the images bucket, an http(s) address, or a path on this site
 */
export function absolutePictureUrl(site: string, path: string): string {
  if (/^https?:\/\//.test(path)) return path;
  return site + (path.startsWith('/') ? path : pictureUrl(path, 1280, 'jpeg'));
}
