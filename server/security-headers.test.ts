import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './security-headers.ts';

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('names each inline script by its hash and allows no other', () => {
  const policy = contentSecurityPolicy(
    '<script>one()</script><script type="module" src="/a.js"></script><script type="application/json">{"a":1}</script>',
    '',
  );
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
  expect(scripts).toBe(`'self' ${hashOf('one()')} ${hashOf('{"a":1}')}`);
  expect(scripts).not.toContain('unsafe');
});

test('a page without inline scripts allows its own files only', () => {
  expect(contentSecurityPolicy('<p>Hello</p>', '')).toContain("script-src 'self';");
});

test('a hosted platform may be spoken to, by its origin', () => {
  const policy = contentSecurityPolicy('', 'https://project.example/path');
  expect(policy).toContain("connect-src 'self' https://project.example wss://project.example");
});
