import type { Page } from '@playwright/test';

/** The server refuses this verb on this table from now on; `page.unrouteAll()` ends it. */
export const refuse = (page: Page, method: string, table: string) =>
  page.route(`**/rest/v1/${table}*`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 503,
          json: { code: '53100', message: 'disk full', details: null, hint: null },
        })
      : route.fallback(),
  );
