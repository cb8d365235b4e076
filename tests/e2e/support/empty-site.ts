import { rmSync } from 'node:fs';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/data/database.types.ts';
import { copyFirstStart } from '#tests/support/first-start.ts';
import { emptyTables } from './content.ts';
import { serviceClient } from './service.ts';
import { startSite } from './site-process.ts';
import { test as base, expect } from './test.ts';

/**
 * Playwright's test on a site without any content; what a test put there is gone before the next.
 * `service` writes rows.
 */
export const test = base.extend<{ service: SupabaseClient<Database> }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern.
    async ({}, use) => {
      const directory = copyFirstStart();
      const site = await startSite({ directory, environment: { TRUST_PROXY: 'true' } });
      await use(site);
      await site.stop();
      rmSync(directory, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  service: [
    async ({ site }, use) => {
      const service = serviceClient(site);
      await emptyTables(service);
      await use(service);
    },
    { auto: true },
  ],
});

export { expect };
