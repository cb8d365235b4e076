import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addStaff, removeStaff } from '#backend/auth/staff.ts';
import { readSiteKeys } from '#bench/endurance/read-site-keys.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { readSettings } from '#server/settings.ts';
import { type Site, startSite } from '#tests/e2e/support/site-process.ts';
import { runCases } from '#tests/fuzz/run-cases.ts';
import { authCase, functionsCase, storageCase } from '#tests/fuzz/services-cases.ts';
import { tablesCase } from '#tests/fuzz/tables-cases.ts';
import { insertSecrets, openTarget, secrets } from '#tests/fuzz/target.ts';
import { websiteCase } from '#tests/fuzz/website-cases.ts';
import { engineAvailable, staffAccount, strangerAccount } from '#tests/support/backend.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';
import { processFigures } from '../../../bench/machine.ts';

// Some hundred hostile requests to every service of a whole site, the same each time. FUZZ_CASES sends more, FUZZ_SEED others.

const count = Number(process.env.FUZZ_CASES ?? 750);
const seed = Number(process.env.FUZZ_SEED ?? 20261121);

describe.skipIf(!engineAvailable())('hostile requests', () => {
  let copy: Awaited<ReturnType<typeof createSiteCopy>>;
  let site: Site;
  let target: Awaited<ReturnType<typeof openTarget>>;
  beforeAll(async () => {
    copy = await createSiteCopy();
    const { directory, environment } = copy;
    const database = await openDatabase(readSettings(environment).database, createLogger('silent'));
    await addStaff(database, strangerAccount);
    await removeStaff(database, strangerAccount.email);
    await database.close();
    const settings = { SEED: 'none', TRUST_PROXY: 'true', API_REQUESTS_PER_MINUTE: '0' };
    site = await startSite({
      directory,
      environment: { ...environment, ...settings, LOG_LEVEL: 'silent' },
    });
    const keys = await readSiteKeys(directory, environment.DATABASE_URL);
    const accounts = { staff: staffAccount, stranger: strangerAccount };
    target = await openTarget({ url: site.url, ...keys, ...accounts });
  });
  afterAll(async () => {
    await site?.stop();
    copy?.remove();
  });

  test.each([
    ['tables', tablesCase, 0.4],
    ['auth', authCase, 0.15],
    ['storage', storageCase, 0.2],
    ['functions', functionsCase, 0.05],
    ['website', websiteCase, 0.2],
  ])(
    '%s: no response is 5xx or contains a secret or internals',
    { timeout: 60_000 + 150 * count },
    async (_service, cases, share) => {
      const result = await runCases(target, cases, { count: Math.ceil(count * share), seed });
      expect(result.errors).toEqual([]);
      expect(Object.keys(result.statuses).length).toBeGreaterThan(2);
      expect(processFigures(site.pid).residentMB).toBeLessThan(600);
      await insertSecrets(target.service);
      const { data } = await target.service.from('reviews').select('review_text');
      expect(JSON.stringify(data)).toContain(secrets[2]);
    },
  );
});
