import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

describe.skipIf(!engineAvailable())('API_REQUESTS_PER_MINUTE', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend({ TRUST_PROXY: 'true', API_REQUESTS_PER_MINUTE: '20' });
  });
  afterAll(() => backend?.stop());

  const ask = (path: string, from: string, headers: Record<string, string> = {}) =>
    fetch(`${backend.url}${path}`, {
      headers: { apikey: backend.publishableKey, 'x-forwarded-for': from, ...headers },
    });

  test.each([
    ['/rest/v1/reviews', 'code'],
    ['/auth/v1/settings', 'code'],
    ['/storage/v1/object/public/images/none.jpg', 'error'],
    ['/functions/v1/none', 'code'],
  ])('limits a network that requests %s, and no other', async (path, field) => {
    const network = `2001:db8:0:${path.length}`;
    for (let n = 0; n < 20; n += 1) {
      const answer = await ask(path, `${network}::${n}`);
      await answer.body?.cancel();
      expect(answer.status).not.toBe(429);
    }
    const refused = await ask(path, `${network}::ffff`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(await refused.json()).toHaveProperty(field);
    const secret = await ask(path, `${network}::1`, { apikey: backend.secretKey });
    expect(secret.status).not.toBe(429);
    expect((await ask(path, '2001:db8:1:1::1')).status).not.toBe(429);
  });

  test('limits an account across IPs', async () => {
    const { data } = await backend.staff.auth.getSession();
    const authorization = `Bearer ${data.session?.access_token}`;
    const statuses: number[] = [];
    for (const path of ['/rest/v1/reviews', '/storage/v1/bucket', '/auth/v1/user']) {
      for (let n = 0; n < 9; n += 1) {
        const answer = await ask(path, `203.0.${path.length}.${n}`, { authorization });
        await answer.body?.cancel();
        statuses.push(answer.status);
      }
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(statuses.slice(20)).toEqual(Array(7).fill(429));
  });
});
