import type { Row } from '#app/data/database.types.ts';
import { fallbackName } from '#app/site/navigation.ts';

/** What every page's meta tags and structured data start from. */
export type Site = {
  /** The website's address, without a slash at its end. */
  url: string;
  /** What the business is called. */
  name: string;
  settings: Row<'business_settings'> | null;
};

type RootData = { publicUrl: string; settings: Row<'business_settings'> | null };

/** The site as the root's loader has read it; undefined where that failed. */
export function siteOf(root: RootData | undefined): Site {
  const settings = root?.settings ?? null;
  return { url: root?.publicUrl ?? '', name: settings?.business_name ?? fallbackName, settings };
}
