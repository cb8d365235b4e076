import type { Logo } from '#app/lib/site-looks.ts';

/**
 * The PNGs that the server makes from a logo: the logo itself, the logo on white for documents and emails, the card of
 * link previews, and icons on the site's background.
 */
export type LogoShape =
  | 'logo'
  | 'letterhead'
  | 'logo-card'
  | 'icon-48'
  | 'icon-180'
  | 'icon-192'
  | 'icon-512'
  | 'maskable-512';

/** Returns the URL of an image made from a logo, whose path needs no escaping. */
export const getLogoUrl = ({ path }: Pick<Logo, 'path'>, shape: LogoShape): string =>
  `/pictures/${shape}/png/${path}`;

/** Fits a logo into a box of CSS pixels. Never enlarges. */
export function fitLogo(
  { width, height }: Pick<Logo, 'width' | 'height'>,
  box: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, box.width / width, box.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
