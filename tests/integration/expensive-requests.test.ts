import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertExpensiveRows } from '#tests/fixtures/expensive-rows.ts';
import { sendExpensiveRequests } from '#tests/load/expensive-load.ts';
import { createResponseLog } from '#tests/load/response-log.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

// Eight seconds of the requests that tests/endurance/expensive-requests.test.ts sends for twenty minutes.
// EXPENSIVE_SEED sends others.

const seed = Number(process.env.EXPENSIVE_SEED ?? 20261122);
const seconds = Number(process.env.EXPENSIVE_SECONDS ?? 4);

describe.skipIf(!engineAvailable())('expensive requests', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend({ TRUST_PROXY: 'true' });
    await insertExpensiveRows(backend.service, { posts: 10, rows: 250 });
  });
  afterAll(() => backend?.stop());

  const send = async (accessToken?: string) => {
    const { url, publishableKey } = backend;
    const log = createResponseLog();
    const sender = accessToken ? { accessToken } : {};
    const load = { url, publishableKey, seed, seconds, senders: 4, intervalMs: 50, log };
    return { ...(await sendExpensiveRequests({ ...load, ...sender })), figures: log.figures() };
  };
  const expectRecovery = async () => {
    const readPosts = async () => (await backend.anon.from('blog_posts').select('id')).data?.length;
    await expect.poll(readPosts).toBe(10);
    expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
  };

  test('of a visitor are answered 2xx or 4xx with a code, denied ones 403 with 42501', async () => {
    const { unexpected, requests, figures } = await send();
    expect(unexpected).toEqual([]);
    expect(requests).toBeGreaterThan(20);
    expect(Object.keys(figures).length).toBeGreaterThan(10);
    await expectRecovery();
  });

  test('of staff are answered 2xx, 4xx or 504 with 57014', async () => {
    const { data } = await backend.staff.auth.getSession();
    const { unexpected, requests } = await send(data.session?.access_token);
    expect(unexpected).toEqual([]);
    expect(requests).toBeGreaterThan(0);
    await expectRecovery();
  });
});
