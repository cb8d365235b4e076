import type { BusinessSettings } from '#app/data/business-settings.ts';

let lastRead: BusinessSettings | null = null;

/** The business as this process read it last, for pages that are made while its row can't be read. */
export const lastSettings = {
  keep(settings: BusinessSettings | null): BusinessSettings | null {
    lastRead = settings;
    return settings;
  },
  get: () => lastRead,
};
