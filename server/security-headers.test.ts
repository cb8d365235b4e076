import { expect, test } from 'vitest';
import { createContentSecurityPolicy } from './security-headers.ts';

const hash = "'sha256-abc='";

test('a page allows scripts of its origin and by hash', () => {
  const policy = createContentSecurityPolicy([hash], '');
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
  expect(scripts).toBe(`'self' ${hash}`);
});

test('a page without inline scripts allows its own files only', () => {
  expect(createContentSecurityPolicy([], '')).toContain("script-src 'self';");
});

test('a page may connect to the origin of the hosted platform', () => {
  const policy = createContentSecurityPolicy([], 'https://project.example/path');
  expect(policy).toContain("connect-src 'self' https://project.example wss://project.example");
});

test('Turnstile is allowed on pages with a challenge only', () => {
  const on = createContentSecurityPolicy([], '', { challenge: true });
  expect(on).toContain("script-src 'self' https://challenges.cloudflare.com;");
  expect(on).toMatch(/frame-src [^;]*https:\/\/challenges\.cloudflare\.com;/);
  expect(createContentSecurityPolicy([], '')).not.toContain('cloudflare');
});
