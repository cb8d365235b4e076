import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, takeTrustedScripts } from './security-headers.ts';

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('trusts the scripts that carry the nonce of the render, and no other', () => {
  const { html, hashes } = takeTrustedScripts(
    '<script nonce="n0">one()</script><script nonce="n0" type="module" src="/a.js"></script>' +
      '<p><script>injected()</script><script nonce="guess">alert(1)</script></p>' +
      '<script type="module" nonce="n0">import "/b.js"</script>',
    'n0',
  );
  expect(hashes).toEqual([hashOf('one()'), hashOf('import "/b.js"')]);
  expect(html).not.toContain('n0');
  expect(html).toContain('<script>one()</script>');
});

test('names each trusted script by its hash and allows no other', () => {
  const policy = contentSecurityPolicy([hashOf('one()')], '');
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
  expect(scripts).toBe(`'self' ${hashOf('one()')}`);
});

test('a page without inline scripts allows its own files only', () => {
  expect(contentSecurityPolicy([], '')).toContain("script-src 'self';");
});

test('a hosted platform may be spoken to, by its origin', () => {
  const policy = contentSecurityPolicy([], 'https://project.example/path');
  expect(policy).toContain("connect-src 'self' https://project.example wss://project.example");
});

test("Cloudflare's check may run where it is switched on, and only there", () => {
  const on = contentSecurityPolicy([], '', { challenge: true });
  expect(on).toContain("script-src 'self' https://challenges.cloudflare.com;");
  expect(on).toMatch(/frame-src [^;]*https:\/\/challenges\.cloudflare\.com;/);
  expect(contentSecurityPolicy([], '')).not.toContain('cloudflare');
});
