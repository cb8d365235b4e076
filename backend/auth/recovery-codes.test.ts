import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createTestAccounts } from '#backend/auth/testing/auth-accounts.ts';
import type { TestService } from '#backend/auth/testing/auth-service.ts';
import { timeoutMs } from '#tests/support/timeouts.ts';

let service: TestService;
let email: string;
const { signIn, signInWithFactor } = createTestAccounts((...given) => {
  [service, email] = given;
});

const createCodes = async (send: (path: string, body: object) => Promise<Response>) =>
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
