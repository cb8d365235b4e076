import type { Logo } from '#app/lib/site-looks.ts';

/**
 * What the server makes of a logo, as PNG: the logo itself, the logo on white for documents and emails, the card of
 * link previews, and icons on the ground of the site.
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

/** The URL of what the server makes of a logo, whose path has no character to escape. */
export const getLogoUrl = ({ path }: Pick<Logo, 'path'>, shape: LogoShape): string =>
  `/pictures/${shape}/png/${path}`;

/** The size in which a logo is shown: as large as fits, and never enlarged. */
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
