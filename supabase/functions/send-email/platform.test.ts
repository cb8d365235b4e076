import { expect, it } from 'vitest';
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

it('without SMTP_URL there is no mail server, and the log names the setting', () => {
  const logged: unknown[] = [];
  const { SMTP_URL: _, ...rest } = secrets;
  const { send, isMailConfigured } = createPlatformDependencies(
    (name) => rest[name],
    (...what) => logged.push(...what),
  );
  expect([send, isMailConfigured]).toEqual([undefined, false]);
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
