import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FuzzTarget, runCases } from '#tests/fuzz/run-cases.ts';
import { authCase, functionsCase, storageCase } from '#tests/fuzz/services-cases.ts';
import { tablesCase } from '#tests/fuzz/tables-cases.ts';
import { openTarget } from '#tests/fuzz/target.ts';
import {
  engineAvailable,
  staffAccount,
  startBackend,
  strangerAccount,
  type TestBackend,
} from '#tests/support/backend.ts';

// Some hundred hostile requests to every service, the same each time. FUZZ_CASES sends more, FUZZ_SEED
// others; tests/endurance sends 100,000 to a whole site.

const count = Number(process.env.FUZZ_CASES ?? 150);
const seed = Number(process.env.FUZZ_SEED ?? 20261121);

describe.skipIf(!engineAvailable())('hostile requests', () => {
  let backend: TestBackend;
  let target: FuzzTarget;
  beforeAll(async () => {
    backend = await startBackend({ TRUST_PROXY: 'true' });
    const { url, publishableKey, secretKey } = backend;
    target = await openTarget({
      url,
      publishableKey,
      secretKey,
      staff: staffAccount,
      stranger: strangerAccount,
    });
  });
  afterAll(() => backend?.stop());

  test.each([
    ['tables', tablesCase, 2],
    ['auth', authCase, 1],
    ['storage', storageCase, 1],
    ['functions', functionsCase, 0.3],
  ])('%s: no response is 5xx or contains a secret or internals', async (_service, cases, share) => {
    const result = await runCases(target, cases, { count: Math.ceil(count * share), seed });
    expect(result.errors).toEqual([]);
    expect(Object.keys(result.statuses).length).toBeGreaterThan(2);
    const { data } = await backend.service.from('staff').select('user_id');
    expect(data).not.toBeNull();
  });
});
