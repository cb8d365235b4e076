import type { BusinessSettings } from '#app/data/business-settings.ts';

/** The tel: URL is made on the server, so that no page loads the rules of telephone numbers. */
export type SiteSettings = BusinessSettings & { phone_href: string | null };
