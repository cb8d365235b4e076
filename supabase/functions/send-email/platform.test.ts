import { expect, it, vi } from 'vitest';
import { createPlatformDependencies } from './platform.ts';

const secrets: Record<string, string> = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'website@example.com',
  PUBLIC_URL: 'https://sheds.example/',
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_test"}',
};

it.each([
  [
    { 'cf-connecting-ip': '203.0.113.7', 'x-forwarded-for': '10.0.0.1, 203.0.113.7' },
    '203.0.113.7',
  ],
  // Whoever calls may write entries; those that take it on add theirs behind them.
  [{ 'x-forwarded-for': '10.0.0.1, 203.0.113.7' }, '203.0.113.7'],
  [{ 'x-forwarded-for': ' 203.0.113.7 ' }, '203.0.113.7'],
  [{}, 'unknown'],
] as const)('getClientIp returns for %j the IP %s', (headers, counted) => {
  const { getClientIp } = createPlatformDependencies(
    (name) => secrets[name],
    () => {},
  );
  expect(getClientIp(new Request('https://project.supabase.co', { headers }))).toBe(counted);
});

it('getDesignImage fetches the card of a design from the website, and rejects its errors', async () => {
  const { getDesignImage } = createPlatformDependencies(
    (name) => secrets[name],
    () => {},
  );
  const fetched = vi.spyOn(globalThis, 'fetch');
  fetched.mockResolvedValueOnce(
    new Response('pixels', { headers: { 'Content-Type': 'image/jpeg' } }),
  );
  const image = { base64: 'cGl4ZWxz', type: 'image/jpeg' };
  expect(await getDesignImage?.('style=gable&size=10x12')).toEqual(image);
  const url = 'https://sheds.example/design/image?style=gable&size=10x12&image=card';
  expect(fetched.mock.calls[0]?.[0]).toBe(url);
  fetched.mockResolvedValueOnce(new Response('Too many designs', { status: 503 }));
  await expect(getDesignImage?.('style=gable')).rejects.toThrow('503');
});

it('without SMTP_URL there is no mail server, and the log names the setting', async () => {
  const logged: unknown[] = [];
  const { SMTP_URL: _, ...rest } = secrets;
  const { send, isMailConfigured } = createPlatformDependencies(
    (name) => rest[name],
    (...what) => logged.push(...what),
  );
  expect([send, await isMailConfigured()]).toEqual([undefined, false]);
  expect(logged.join()).toContain('SMTP_URL');
});

it('SMTP_URL without MAIL_FROM throws', () => {
  const { MAIL_FROM: _, ...rest } = secrets;
  expect(() =>
    createPlatformDependencies(
      (name) => rest[name],
      () => {},
    ),
  ).toThrow('Set the secret MAIL_FROM.');
});

it.each([
  ['SUPABASE_SECRET_KEYS', '{"default":"sb_secret_test"}'],
  ['SUPABASE_SERVICE_ROLE_KEY', 'a legacy key'],
])('the service key is read from %s', (name, key) => {
  const { SUPABASE_SECRET_KEYS: _, ...rest } = secrets;
  const environment: Record<string, string> = { ...rest, [name]: key };
  expect(() =>
    createPlatformDependencies(
      (each) => environment[each],
      () => {},
    ),
  ).not.toThrow();
  expect(() =>
    createPlatformDependencies(
      (each) => rest[each],
      () => {},
    ),
  ).toThrow('SUPABASE_SERVICE_ROLE_KEY');
});
