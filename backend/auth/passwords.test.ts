import { verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { hashPassword, isLeaked, requireAcceptablePassword, verifyPassword } from './passwords.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

test('hashPassword uses argon2id with the parameters of OWASP and a new salt', async () => {
  const [one, two] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
  expect(await verifyPassword(one, 'secret')).toBe(true);
  expect(await verifyPassword(one, 'Secret')).toBe(false);
});

test('verifyPassword without a hash does the same work', async () => {
  vi.mocked(verify).mockClear();
  expect(await verifyPassword(undefined, 'secret')).toBe(false);
  expect(await verifyPassword(null, 'secret')).toBe(false);
  expect(verify).toHaveBeenCalledTimes(2);
  for (const [hash, password] of vi.mocked(verify).mock.calls) {
    expect([String(hash).slice(0, 30), password]).toEqual([
      '$argon2id$v=19$m=19456,t=2,p=1',
      'secret',
    ]);
  }
});

test('the first two concurrent verifications do not deadlock', async () => {
  vi.resetModules();
  const fresh = await import('./passwords.ts');
  const both = ['one', 'two'].map((password) => fresh.verifyPassword(null, password));
  expect(await Promise.all(both)).toEqual([false, false]);
});

test('at most two verifications run concurrently', async () => {
  const hashed = await hashPassword('secret');
  let running = 0;
  let maxRunning = 0;
  const actual = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  vi.mocked(verify).mockImplementation(async (...given) => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    const matches = await actual.verify(...given);
    running -= 1;
    return matches;
  });
  const all = Array.from({ length: 8 }, () => verifyPassword(hashed, 'secret'));
  expect(await Promise.all(all)).toEqual(Array(8).fill(true));
  expect(maxRunning).toBe(2);
});

test.each([
  ['short', { status: 422, code: 'weak_password' }],
  ['x'.repeat(1025), { status: 400, code: 'validation_failed' }],
])(
  'requireAcceptablePassword rejects a password that is too short or too long',
  async (password, error) => {
    await expect(requireAcceptablePassword(password)).rejects.toMatchObject(error);
  },
);

test('requireAcceptablePassword rejects a leaked password', async () => {
  await expect(requireAcceptablePassword('password123')).rejects.toMatchObject({
    status: 422,
    code: 'weak_password',
    options: { details: 'pwned' },
  });
});

test.each(['ofl7wd', 'x'.repeat(1024)])(
  'requireAcceptablePassword accepts 6 to 1024 characters',
  async (password) => {
    await expect(requireAcceptablePassword(password)).resolves.toBeUndefined();
  },
);

test.each(['123456', 'password', 'Password', 'QWERTY', 'iloveyou', 'hunter2'])(
  'isLeaked returns true for %s',
  async (password) => {
    expect(await isLeaked(password)).toBe(true);
  },
);

test.each(['correct horse', 'battery staple', '', 'ridgeline-8-garages'])(
  'isLeaked returns false for %j',
  async (password) => {
    expect(await isLeaked(password)).toBe(false);
  },
);
