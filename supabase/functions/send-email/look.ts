import { html } from 'hono/html';

/** The branding of emails: the colour of buttons and links, the typeface of headings, and the logo at the top. */
export type MailLook = {
  /** Such as #7a3e1d. */
  accent: string;
  /** The typefaces of headings, as CSS has them; undefined for those of the text. */
  headingFont?: string;
  logo?: {
    /** Absolute. */
    url: string;
    name: string;
    /** In pixels, as shown. */
    width: number;
    height: number;
  };
};

const defaultAccent = '#7a3e1d';
const logoBox = { width: 240, height: 64 };

type StoredLook = {
  business_name: string;
  accent_color: string | null;
  typefaces: string | null;
  logo_image: string | null;
  logo_width: number | null;
  logo_height: number | null;
};

/**
 * Returns the branding of the business (logo, accent colour and typeface of headings).
 *
 * @param stored its settings; null before there are any
 * @param siteUrl a URL of the website, which serves the logo's images
 */
export function createLook(stored: StoredLook | null, siteUrl: string): MailLook {
  const accent = stored?.accent_color ?? defaultAccent;
  const { logo_image: path, logo_width: width, logo_height: height } = stored ?? {};
  // Mail programs have no typefaces but the device's.
  const isSerif = stored?.typefaces === 'bitter' || stored?.typefaces === 'lora';
  const look: MailLook = { accent, ...(isSerif && { headingFont: 'Georgia,serif' }) };
  if (!stored || !path || !width || !height) return look;
  const scale = Math.min(1, logoBox.width / width, logoBox.height / height);
  return {
    ...look,
    logo: {
      url: String(new URL(`/pictures/letterhead/png/${path}`, siteUrl)),
      name: stored.business_name,
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    },
  };
}

/** Renders the logo at the top of an email, or nothing without one. Mail programs that load no images show the name. */
export const renderLogo = ({ logo }: MailLook) =>
  logo
    ? html`<p style="margin:0 0 20px;font-weight:bold"><img src="${logo.url}" alt="${logo.name}" width="${logo.width}" height="${logo.height}" style="display:block;border:0"></p>
`
    : '';

export const getButtonStyle = ({ accent }: MailLook) =>
  `display:inline-block;padding:11px 20px;background:${accent};color:#ffffff;text-decoration:none`;

export const getHeadingStyle = ({ headingFont }: MailLook) =>
  `font-size:22px;line-height:1.3${headingFont ? `;font-family:${headingFont}` : ''}`;
