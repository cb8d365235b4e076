import type { Page } from '@playwright/test';

/** Answers requests of a method to a table with 503 from now on; `page.unrouteAll()` ends it. */
export const failRequests = (page: Page, method: string, table: string) =>
  page.route(`**/rest/v1/${table}*`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 503,
          json: { code: '53100', message: 'disk full', details: null, hint: null },
        })
      : route.fallback(),
  );
