import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { createTestAccounts, password } from '#backend/auth/testing/auth-accounts.ts';
import { siteUrl, type TestService } from '#backend/auth/testing/auth-service.ts';
import { timeoutMs } from '#tests/support/timeouts.ts';
import { addStaff } from './staff.ts';

let service: TestService;
let email: string;
const { signIn, works } = createTestAccounts((...given) => {
  [service, email] = given;
});

/** The code of a secret, by a step of 30 seconds in which no code has counted yet. */
const generateCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

async function signInWithFactor(as = { email, password }) {
  const { client } = await signIn(as);
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const { id: factorId = '', totp } = data ?? {};
  const secret = totp?.secret ?? '';
  const code = generateCode(secret);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  expect(error).toBeNull();
  // The email about the new factor.
  service.mails.length = 0;
  const send = async (path: string, body?: object) => {
    const { data } = await client.auth.getSession();
    return service.request(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${data.session?.access_token}`,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  };
  return { client, factorId, secret, send };
}

const createCodes = async (send: Awaited<ReturnType<typeof signInWithFactor>>['send']) =>
  ((await (await send('/factors/recovery-codes', {})).json()) as { codes: string[] }).codes;

test('ten recovery codes are returned once, and each replaces one code of the app', async () => {
  const { factorId, send } = await signInWithFactor();
  const codes = await createCodes(send);
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code) => /^[2-9a-z]{5}-[2-9a-z]{5}$/.test(code))).toBe(true);
  const { rows } = await sql<{ all: string }>`select to_jsonb(code)::text as all
    from auth.mfa_recovery_codes as code`.execute(service.database.owner);
  expect(rows.some(({ all }) => codes.some((code) => all.includes(code)))).toBe(false);

  const [code = ''] = codes;
  const { client } = await signIn();
  const typed = ` ${code.toUpperCase().replace('-', ' ')}`;
  const verify = () => client.auth.mfa.challengeAndVerify({ factorId, code: typed });
  expect((await verify()).error).toBeNull();
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data?.currentLevel).toBe('aal2');
  expect((await verify()).error?.code).toBe('mfa_verification_failed');
  expect(await (await send('/factors/recovery-codes')).json()).toEqual({ left: 9 });
  await vi.waitFor(
    () => expect(service.mails).toMatchObject([{ to: email, subject: 'A recovery code was used' }]),
    timeoutMs,
  );
});

test('new recovery codes end the former ones, and the end of two-step sign-in ends all', async () => {
  const { client, factorId, send } = await signInWithFactor();
  const [former = ''] = await createCodes(send);
  const [current = ''] = await createCodes(send);
  const other = await signIn();
  const verify = (code: string) => other.client.auth.mfa.challengeAndVerify({ factorId, code });
  expect((await verify(former)).error?.code).toBe('mfa_verification_failed');
  expect((await verify(current)).error).toBeNull();
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  const { rows } = await sql`select from auth.mfa_recovery_codes
    where user_id = (select id from auth.users where email = ${email})`.execute(
    service.database.owner,
  );
  expect(rows).toEqual([]);
});

test('recovery codes need a second factor, and a code of the app to create them', async () => {
  const { token } = await signIn();
  const answer = await service.request('/factors/recovery-codes', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(404);
  await signInWithFactor();
  const { token: half } = await signIn();
  const refused = await service.request('/factors/recovery-codes', {
    method: 'POST',
    headers: { authorization: `Bearer ${half}` },
  });
  expect(await refused.json()).toMatchObject({ code: 'insufficient_aal' });
});

test('staff reset the second step of a colleague with password and code; both are told, and it is logged', async () => {
  const colleague = { email: `colleague-${email}`, password };
  await addStaff(service.database, colleague);
  const lost = await signInWithFactor(colleague);
  const { data } = await lost.client.auth.getSession();
  const { secret, send } = await signInWithFactor();
  const reset = async (current_password: string, code: string, to = colleague.email) =>
    (await send('/factors/reset', { email: to, current_password, code })).json();
  const next = generateCode(secret, 1);
  expect(await reset('wrong', next)).toMatchObject({ code: 'current_password_invalid' });
  expect(await reset(password, '000000')).toMatchObject({ code: 'mfa_verification_failed' });
  expect(await reset(password, next, 'nobody@example.com')).toMatchObject({
    code: 'user_not_found',
  });
  expect(await reset(password, next)).toEqual({ email: colleague.email });

  expect(await works(data.session?.access_token)).toBe(false);
  const again = await signIn(colleague);
  const level = await again.client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data?.nextLevel).toBe('aal1');
  await vi.waitFor(
    () =>
      expect(service.mails.map(({ to, text }) => [to, text.includes(siteUrl)]).sort()).toEqual([
        [colleague.email, true],
        [email, true],
      ]),
    timeoutMs,
  );
  const { rows } = await sql<object>`select actor_email, record_name from public.audit_entries
    where table_name = 'auth.mfa_factors' and action = 'delete' and record_name = ${colleague.email}`.execute(
    service.database.owner,
  );
  expect(rows).toEqual([{ actor_email: email, record_name: colleague.email }]);
});
