import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Reads the keys of a table of config.toml, which has one on each line. */
function readTable(name: string) {
  const config = readFileSync(new URL('config.toml', import.meta.url), 'utf8');
  const table = config.split(/^\[/m).find((text) => text.startsWith(`${name}]`)) ?? '';
  return Object.fromEntries(
    [...table.matchAll(/^(\w+) = (.+)$/gm)].map(([, key, value]) => [key, value]),
  );
}

// `supabase config push` turns on the hosted platform what is absent here to the CLI's default.
test('config.toml asks for a credential before a password or an address changes', () => {
  expect(readTable('auth.email')).toMatchObject({
    require_current_password: 'true',
    secure_password_change: 'true',
    double_confirm_changes: 'true',
  });
});

test('config.toml turns sign-up off and two-step sign-in on', () => {
  expect(readTable('auth')).toMatchObject({ enable_signup: 'false' });
  expect(readTable('auth.mfa.totp')).toEqual({ enroll_enabled: 'true', verify_enabled: 'true' });
});

test('docs/deploy.md names only functions that exist', () => {
  const manual = readFileSync(new URL('../docs/deploy.md', import.meta.url), 'utf8');
  const named = manual.match(/(?<=`)(send|reset)-[a-z-]+(?=`)/g) ?? [];
  const functions = readdirSync(new URL('functions', import.meta.url));
  expect(named).not.toEqual([]);
  expect(functions).toEqual(expect.arrayContaining(named));
});
