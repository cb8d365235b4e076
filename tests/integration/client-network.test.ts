import { afterEach, describe, expect, test } from 'vitest';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

/** send-email takes 30 calls an hour of a network. */

describe.skipIf(!engineAvailable())('the network that rate limits count', () => {
  let backend: TestBackend;
  afterEach(() => backend?.stop());

  const call = async (headers: Record<string, string>) => {
    const response = await fetch(`${backend.url}/functions/v1/send-email`, {
      method: 'POST',
      body: '{}',
      headers,
    });
    await response.body?.cancel();
    return response.status;
  };
  const callOften = async (createHeaders: (n: number) => Record<string, string>) => {
    for (let n = 0; n < 30; n += 1) expect(await call(createHeaders(n))).toBe(400);
  };

  test('is the last IP that the trusted proxy added, for IPv6 its /64', async () => {
    backend = await startBackend({ TRUST_PROXY: 'true' });
    await callOften((n) => ({ 'x-forwarded-for': `203.0.113.${n}, 2001:db8::${n}` }));
    expect(await call({ 'x-forwarded-for': '2001:db8::ffff' })).toBe(429);
    expect(await call({ 'x-forwarded-for': '2001:db8:1::1' })).toBe(400);
  });

  test('is the IP of the connection if no proxy is trusted, whatever the headers', async () => {
    backend = await startBackend();
    await callOften((n) => ({
      'x-forwarded-for': `203.0.113.${n}`,
      'x-ridgeline-network': `203.0.113.${n}`,
    }));
    expect(
      await call({ 'x-forwarded-for': '198.51.100.1', 'x-ridgeline-network': '198.51.100.1' }),
    ).toBe(429);
  });
});
