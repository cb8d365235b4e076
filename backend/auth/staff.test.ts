import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#backend/auth/testing/auth-service.ts';
import { acceptedEmails, rejectedEmails } from '#tests/fixtures/emails.ts';
import { parseAccountEmail } from './request.ts';
import {
  addStaff,
  ensureFirstStaff,
  listStaff,
  removeStaff,
  StaffError,
  setStaffPassword,
} from './staff.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.stop());

async function signIn(email: string, password: string) {
  const client = service.newClient();
  const { data } = await client.auth.signInWithPassword({ email, password });
  return data.session?.access_token;
}

async function works(token: string | undefined) {
  return token !== undefined && (await service.newClient().auth.getUser(token)).error === null;
}

test('ensureFirstStaff creates one account, and none if there is staff', async () => {
  const made = await Promise.all([
    ensureFirstStaff(service.database, {}),
    ensureFirstStaff(service.database, {}),
  ]);
  const [first, ...more] = made.filter((credentials) => credentials !== null);
  expect(more).toEqual([]);
  expect(first?.password).toMatch(/^[\w-]{20}$/);
  expect(await works(await signIn(first?.email ?? '', first?.password ?? ''))).toBe(true);
  expect(await ensureFirstStaff(service.database, { email: 'b@example.com' })).toBeNull();
  expect(await listStaff(service.database)).toEqual([
    { email: 'owner@example.com', addedAt: expect.any(Date), lastSignInAt: expect.any(Date) },
  ]);
});

test('addStaff creates an account with a random password, or the given one', async () => {
  const random = await addStaff(service.database, { email: ' Ann@Example.com ' });
  expect(random).toMatchObject({ email: 'ann@example.com', alreadyStaff: false });
  expect(await works(await signIn('ann@example.com', random.password ?? ''))).toBe(true);
  const given = { email: 'bob@example.com', password: 'correct horse' };
  expect((await addStaff(service.database, given)).password).toBeNull();
  expect(await works(await signIn(given.email, given.password))).toBe(true);
});

test('addStaff does not change the password of an existing account unless one is given', async () => {
  const email = 'cleo@example.com';
  await addStaff(service.database, { email, password: 'correct horse' });
  expect(await addStaff(service.database, { email })).toEqual({
    email,
    password: null,
    alreadyStaff: true,
  });
  const token = await signIn(email, 'correct horse');
  expect(await works(token)).toBe(true);
  await addStaff(service.database, { email, password: 'battery staple' });
  expect(await works(token)).toBe(false);
  expect(await works(await signIn(email, 'battery staple'))).toBe(true);
});

test('removeStaff deletes the row and the sessions, not the account', async () => {
  const email = 'dan@example.com';
  await addStaff(service.database, { email, password: 'correct horse' });
  const token = await signIn(email, 'correct horse');
  await removeStaff(service.database, email);
  expect(await works(token)).toBe(false);
  expect((await listStaff(service.database)).map((member) => member.email)).not.toContain(email);
  expect(await works(await signIn(email, 'correct horse'))).toBe(true);
  await expect(removeStaff(service.database, email)).rejects.toThrow(
    new StaffError('There is no staff account dan@example.com.'),
  );
});

test('setStaffPassword ends the sessions', async () => {
  const email = 'eve@example.com';
  await addStaff(service.database, { email, password: 'correct horse' });
  const token = await signIn(email, 'correct horse');
  const { password } = await setStaffPassword(service.database, email);
  expect(await works(token)).toBe(false);
  expect(await works(await signIn(email, 'correct horse'))).toBe(false);
  expect(await works(await signIn(email, password))).toBe(true);
});

test('accounts have the email addresses that forms accept, and one spelling of a domain', async () => {
  const toAscii = (email: string) =>
    email.replace('exämple', 'xn--exmple-cua').replace('例え.テスト', 'xn--r8jz45g.xn--zckzah');
  expect(acceptedEmails.map(parseAccountEmail)).toEqual(acceptedEmails.map(toAscii));
  expect(rejectedEmails.filter((email) => !/\s$/.test(email)).filter(parseAccountEmail)).toEqual(
    [],
  );
  const added = await addStaff(service.database, {
    email: 'Olga@Exämple.ca',
    password: 'correct horse',
  });
  expect(added.email).toBe('olga@xn--exmple-cua.ca');
  for (const email of ['olga@exämple.ca', 'olga@xn--exmple-cua.ca']) {
    expect(await works(await signIn(email, 'correct horse')), email).toBe(true);
  }
});

test('an invalid email address or password is rejected with a sentence', async () => {
  await expect(addStaff(service.database, { email: 'x' })).rejects.toThrow('"x" is not an email');
  await expect(
    addStaff(service.database, { email: 'f@example.com', password: 'short' }),
  ).rejects.toThrow('The password must have 6 to 1024 characters.');
  await expect(setStaffPassword(service.database, 'nobody@example.com')).rejects.toThrow(
    StaffError,
  );
});
