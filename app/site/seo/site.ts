import type { SiteSettings } from '#app/lib/root-data.ts';
import { fallbackName } from '#app/site/navigation.ts';

export type Site = {
  /** Without a slash at the end. */
  url: string;
  name: string;
  settings: SiteSettings | null;
};

type RootData = { publicUrl: string; settings: SiteSettings | null };

export function getSite(root: RootData | undefined): Site {
  const settings = root?.settings ?? null;
  return { url: root?.publicUrl ?? '', name: settings?.business_name ?? fallbackName, settings };
}
