import type { Row } from '#app/data/database.types.ts';
import { fallbackName } from '#app/site/navigation.ts';

export type Site = {
  /** Without a slash at the end. */
  url: string;
  name: string;
  settings: Row<'business_settings'> | null;
};

type RootData = { publicUrl: string; settings: Row<'business_settings'> | null };

export function getSite(root: RootData | undefined): Site {
  const settings = root?.settings ?? null;
  return { url: root?.publicUrl ?? '', name: settings?.business_name ?? fallbackName, settings };
}
