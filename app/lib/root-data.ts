import { useRouteLoaderData } from 'react-router';
import type { SupabaseConnection } from './client.ts';
import type { Row } from './database.types.ts';
import type { OwnLists } from './options.ts';
import type { Announcement, Logo, SharedTexts, SocialLink } from './site-looks.ts';

/**
 * Leaves out columns that no page, or only one page, uses. The tel: URL is made on the server, so that no page loads
 * the rules of phone numbers.
 */
export type SiteSettings = Omit<
  Row<'business_settings'>,
  | 'service_texts'
  | 'service_images'
  | 'service_links'
  | 'shown_services'
  | 'trust_texts'
  | 'site_texts'
  | 'faq'
  | 'people'
  | 'lists_more_pages'
  | 'privacy_checked_on'
  | 'logo_image'
  | 'logo_width'
  | 'logo_height'
  | 'accent_color'
  | 'typefaces'
  | 'social_urls'
  | 'id'
  | 'created_at'
  | 'updated_at'
> & {
  phone_href: string | null;
  /** Whether there is a page of frequently asked questions. */
  has_faq: boolean;
  logo?: Logo;
  /** Rules of a stylesheet with the owner's accent and typefaces; without them both are the defaults. */
  style?: string;
  /** URLs of the heading's and the text's typeface if they are not the defaults. */
  fonts?: string[];
  /** The bar of the day. */
  announcement?: Announcement;
  /** Profiles besides Facebook and Instagram. */
  socialLinks?: SocialLink[];
};

/** A link to one of the owner's pages. */
export type PageLink = { to: string; label: string };

/** The links to the owner's pages; a place without any is undefined. */
export type PageLinks = { footer?: PageLink[]; menu?: PageLink[] };

/** The return value of the root's loader. */
export type RootData = {
  publicUrl: string;
  supabase: SupabaseConnection;
  settings: SiteSettings | null;
  texts?: Partial<SharedTexts>;
  cardVersion?: string;
  pageLinks?: PageLinks;
  /** The owner's entries in lists of options; undefined on pages that are too short for them, where the dialog reads them. */
  ownLists?: OwnLists;
  wasSent: boolean;
  formToken: string;
  challengeKey: string | undefined;
  /** Set if search engines are kept out because of demonstration content. */
  keptFromSearch?: true;
};

const sameOrigin: SupabaseConnection = { url: '', publishableKey: '' };

/** Undefined if the root's loader failed. */
export const useRootData = () => useRouteLoaderData<RootData>('root');

export const useSupabaseConnection = () => useRootData()?.supabase ?? sameOrigin;
