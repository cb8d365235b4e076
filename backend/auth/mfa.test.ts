import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestAccounts, getTokenHash, password } from '#backend/auth/testing/auth-accounts.ts';
import { addTestStaff, type TestService } from '#backend/auth/testing/auth-service.ts';
import { limits } from './rate-limits.ts';
import { removeStaffMfa } from './staff.ts';

let service: TestService;
let email: string;
const { works, mailedLink } = createTestAccounts((...given) => {
  [service, email] = given;
});
afterEach(() => vi.useRealTimers());

async function signIn() {
  const client = service.newClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return { client, mfa: client.auth.mfa, token: data.session?.access_token ?? '' };
}

/** The code of a secret, `steps` of 30 seconds from now. */
const generateCode = (uri: string, steps = 0) => {
  const codes = new TOTP({ secret: new URL(uri).searchParams.get('secret') ?? '' });
  return codes.generate({ timestamp: Date.now() + steps * 30_000 });
};

async function enroll(mfa: Awaited<ReturnType<typeof signIn>>['mfa'], friendlyName = '') {
  const { data, error } = await mfa.enroll({
    factorType: 'totp',
    issuer: 'Ridgeline',
    friendlyName,
  });
  if (error) throw error;
  return { factorId: data.id, ...data.totp };
}

async function signInWithFactor() {
  const one = await signIn();
  const factor = await enroll(one.mfa);
  // A code of the step before must not grow one more step old on its way.
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 3_000) await setTimeout(left);
  const { error } = await one.mfa.challengeAndVerify({
    factorId: factor.factorId,
    code: generateCode(factor.uri, -1),
  });
  expect(error).toBeNull();
  return { ...one, ...factor };
}

const levels = async (mfa: Awaited<ReturnType<typeof signIn>>['mfa']) => {
  const { data } = await mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

test('enroll returns secret, URI and QR code once; the factor is unverified until a code was right', async () => {
  const { client, mfa } = await signIn();
  const { data } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' });
  expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(data?.totp.uri).toMatch(/^otpauth:\/\/totp\/shop\.example:owner\d+%40sheds\.example\?/);
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]+$/);
  expect(await levels(mfa)).toEqual(['aal1', 'aal1']);
  const { data: listed } = await mfa.listFactors();
  expect(listed?.all).toMatchObject([{ friendly_name: 'Telephone', status: 'unverified' }]);
  expect(listed?.totp).toEqual([]);
  expect(JSON.stringify((await client.auth.getUser()).data)).not.toContain(data?.totp.secret);

  const other = await enroll(mfa);
  const ids = async () => (await mfa.listFactors()).data?.all.map(({ id }) => id);
  expect(await ids()).toEqual([data?.id, other.factorId]);
});

test('enroll rejects the name of another factor with 422, unless that one is unverified and five minutes old', async () => {
  const { mfa } = await signIn();
  const enrollNamed = (friendlyName: string) => mfa.enroll({ factorType: 'totp', friendlyName });
  for (const name of ['Telephone', '']) {
    expect((await enrollNamed(name)).error).toBeNull();
    expect((await enrollNamed(name)).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
      message: `A factor with the friendly name "${name}" for this user already exists`,
    });
  }
  await service.database.owner
    .updateTable('auth.mfa_factors')
    .set({ created_at: new Date(Date.now() - 301_000) })
    .where('friendly_name', '=', 'Telephone')
    .execute();
  expect((await enrollNamed('Telephone')).error).toBeNull();
});

test('a right code raises the session to aal2, even after a refresh, and ends the others', async () => {
  const other = await signIn();
  const { client, mfa, token, factorId } = await signInWithFactor();
  expect(await levels(mfa)).toEqual(['aal2', 'aal2']);
  expect([await works(token), await works(other.token)]).toEqual([true, false]);
  const { data } = await client.auth.refreshSession();
  const claims = JSON.parse(atob(data.session?.access_token.split('.')[1] ?? ''));
  expect(claims.aal).toBe('aal2');
  expect(claims.amr.map(({ method }: { method: string }) => method)).toEqual(['totp', 'password']);

  const next = await signIn();
  expect(await levels(next.mfa)).toEqual(['aal1', 'aal2']);
  expect((await next.mfa.listFactors()).data?.totp.map(({ id }) => id)).toEqual([factorId]);
});

test('the account gets an email about a new factor, and none about a later code', async () => {
  const { uri, factorId } = await signInWithFactor();
  const { mfa } = await signIn();
  await mfa.challengeAndVerify({ factorId, code: generateCode(uri) });
  await expect
    .poll(() => service.mails)
    .toEqual([
      expect.objectContaining({
        to: email,
        subject: 'Two-step sign-in was set up for your account',
      }),
    ]);
});

test('a code is accepted once, and earlier codes never', async () => {
  const { uri, factorId } = await signInWithFactor();
  const { mfa } = await signIn();
  const attempt = async (code: string) =>
    (await mfa.challengeAndVerify({ factorId, code })).error?.code ?? 'taken';
  expect(await attempt(generateCode(uri, -1))).toBe('mfa_verification_failed');
  const code = generateCode(uri);
  expect(await attempt(` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe('taken');
  const replay = await signIn();
  const { error } = await replay.mfa.challengeAndVerify({ factorId, code });
  expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
});

test.each(['', '000', 'abcdef', '１２３４５６'])('the code %j is rejected', async (code) => {
  const { mfa } = await signIn();
  const { factorId } = await enroll(mfa);
  const { error } = await mfa.challengeAndVerify({ factorId, code });
  expect(error?.code).toBe('mfa_verification_failed');
});

test('a factor enrolled more than an hour ago can no longer be verified', async () => {
  const { mfa } = await signIn();
  const { factorId, uri } = await enroll(mfa);
  const { data: challenge } = await mfa.challenge({ factorId });
  await service.database.owner
    .updateTable('auth.mfa_factors')
    .set({ created_at: new Date(Date.now() - 3_601_000) })
    .where('id', '=', factorId)
    .execute();
  const given = { factorId, challengeId: challenge?.id ?? '', code: generateCode(uri) };
  const answers = [await mfa.verify(given), await mfa.challenge({ factorId })];
  expect(answers.map(({ error }) => error?.code)).toEqual(Array(2).fill('mfa_factor_expired'));
});

test('one code sent twice at the same moment is accepted once', async () => {
  const { uri, factorId } = await signInWithFactor();
  const sessions = [await signIn(), await signIn()];
  const code = generateCode(uri);
  const answers = await Promise.all(
    sessions.map(({ mfa }) => mfa.challengeAndVerify({ factorId, code })),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
});

test('a session has 30 challenges in five minutes', async () => {
  const { mfa, factorId } = await signInWithFactor();
  for (let count = 1; count <= limits.challengePerSession.hits; count += 1) {
    await mfa.challenge({ factorId });
  }
  expect((await mfa.challenge({ factorId })).error).toMatchObject({ status: 429 });
});

test('a challenge is valid once, for five minutes', async () => {
  const { mfa, uri, factorId } = await signInWithFactor();
  const { data: challenge } = await mfa.challenge({ factorId });
  const challengeId = challenge?.id ?? '';
  await service.database.owner
    .updateTable('auth.mfa_challenges')
    .set({ created_at: new Date(Date.now() - 301_000) })
    .execute();
  const verify = async (id: string, code: string) =>
    (await mfa.verify({ factorId, challengeId: id, code })).error?.code;
  expect(await verify(challengeId, generateCode(uri))).toBe('mfa_challenge_expired');
  const { data: next } = await mfa.challenge({ factorId });
  expect(await verify(next?.id ?? '', 'wrong')).toBe('mfa_verification_failed');
  expect(await verify(next?.id ?? '', generateCode(uri))).toBe('mfa_challenge_expired');
});

test('after ten wrong codes in 15 minutes the account gets 429', async () => {
  const { uri, factorId } = await signInWithFactor();
  const { mfa } = await signIn();
  for (let guess = 0; guess < limits.totpCodePerAccount.hits; guess += 1) {
    await mfa.challengeAndVerify({ factorId, code: '000000' });
  }
  const { error } = await mfa.challengeAndVerify({ factorId, code: generateCode(uri) });
  expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
});

/** Everything that is stored of an account, except for when it last signed in. */
async function readAccount() {
  const { owner } = service.database;
  const { id, ...user } = await owner
    .selectFrom('auth.users')
    .select(['id', 'email', 'new_email', 'encrypted_password', 'raw_user_meta_data', 'updated_at'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const factors = await owner
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
  const links = await owner
    .selectFrom('auth.one_time_tokens')
    .select(['token_type', 'token_hash'])
    .where('user_id', '=', id)
    .execute();
  return { user, factors, links };
}

test.each<
  [
    string,
    number,
    (given: {
      signedIn: Awaited<ReturnType<typeof signIn>>;
      verified: string;
      begun: string;
    }) => Promise<{ error: unknown }>,
  ]
>([
  [
    'a new password',
    401,
    ({ signedIn }) =>
      signedIn.client.auth.updateUser({ password: 'battery staple', current_password: password }),
  ],
  [
    'a new email address',
    401,
    ({ signedIn }) => signedIn.client.auth.updateUser({ email: 'other@example.com' }),
  ],
  [
    'user metadata',
    403,
    ({ signedIn }) => signedIn.client.auth.updateUser({ data: { name: 'Ada' } }),
  ],
  ['no field at all', 403, ({ signedIn }) => signedIn.client.auth.updateUser({})],
  ['another factor', 403, ({ signedIn }) => signedIn.mfa.enroll({ factorType: 'totp' })],
  [
    'removing the factor',
    422,
    ({ signedIn, verified }) => signedIn.mfa.unenroll({ factorId: verified }),
  ],
  [
    'removing an unverified factor',
    422,
    ({ signedIn, begun }) => signedIn.mfa.unenroll({ factorId: begun }),
  ],
  [
    'a challenge for an unverified factor',
    403,
    ({ signedIn, begun }) => signedIn.mfa.challenge({ factorId: begun }),
  ],
  [
    'the code of an unverified factor',
    403,
    ({ signedIn, begun }) =>
      signedIn.mfa.verify({ factorId: begun, challengeId: crypto.randomUUID(), code: '000000' }),
  ],
  [
    'signing out the others',
    403,
    ({ signedIn }) => signedIn.client.auth.admin.signOut(signedIn.token, 'others'),
  ],
  [
    'signing out everywhere',
    403,
    ({ signedIn }) => signedIn.client.auth.admin.signOut(signedIn.token, 'global'),
  ],
])(
  'at aal1 %s is rejected with %i insufficient_aal, and nothing changes',
  async (_, status, request) => {
    const owner = await signInWithFactor();
    const { factorId: begun } = await enroll(owner.mfa, 'Second');
    const signedIn = await signIn();
    const before = await readAccount();
    const { error } = await request({ signedIn, verified: owner.factorId, begun });
    expect(error).toMatchObject({ status, code: 'insufficient_aal' });
    expect(await readAccount()).toEqual(before);
    expect(await works((await owner.client.auth.getSession()).data.session?.access_token)).toBe(
      true,
    );
  },
);

test('at aal1 a session can end itself, even by a global sign-out', async () => {
  await signInWithFactor();
  for (const scope of ['local', 'global'] as const) {
    const { client, token } = await signIn();
    expect((await client.auth.signOut({ scope })).error).toBeNull();
    expect(await works(token)).toBe(false);
  }
});

test('a session of a recovery link sets no password before a code was verified', async () => {
  const { uri, factorId } = await signInWithFactor();
  const client = service.newClient();
  await client.auth.resetPasswordForEmail(email);
  const token_hash =
    (await mailedLink(email, 'Set a new password')).searchParams.get('token') ?? '';
  expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
  const setPassword = async () =>
    (await client.auth.updateUser({ password: 'battery staple' })).error?.code;
  expect(await setPassword()).toBe('insufficient_aal');
  await client.auth.mfa.challengeAndVerify({ factorId, code: generateCode(uri) });
  expect(await setPassword()).toBeUndefined();
});

const follow = async (link: URL) =>
  service.newClient().auth.verifyOtp({ type: 'email_change', token_hash: getTokenHash(link) });

test('a change of email requested before the first factor does not take effect after it', async () => {
  const one = await signIn();
  await one.client.auth.updateUser({ email: `new.${email}`, current_password: password });
  const links = [
    await mailedLink(`new.${email}`),
    await mailedLink(email, 'Confirm your email address change'),
  ];
  await signInWithFactor();
  for (const link of links) expect((await follow(link)).error?.code).toBe('otp_expired');
  expect((await readAccount()).user.email).toBe(email);
});

test('a change of email requested with a new code takes effect, even after another sign-in', async () => {
  const { client, uri, factorId } = await signInWithFactor();
  expect((await client.auth.updateUser({ email: `new.${email}` })).error).toBeNull();
  const links = [
    await mailedLink(`new.${email}`),
    await mailedLink(email, 'Confirm your email address change'),
  ];
  const { mfa } = await signIn();
  expect((await mfa.challengeAndVerify({ factorId, code: generateCode(uri) })).error).toBeNull();
  for (const link of links) expect((await follow(link)).error).toBeNull();
  email = `new.${email}`;
  expect((await readAccount()).user.email).toBe(email);
});

/** Lets six minutes pass since password and code of the account's sessions were entered. */
async function waitSixMinutes({ client }: Pick<Awaited<ReturnType<typeof signIn>>, 'client'>) {
  await sql`update auth.sessions set created_at = created_at - interval '6 minutes',
    factor_verified_at = factor_verified_at - interval '6 minutes'`.execute(service.database.owner);
  expect((await client.auth.refreshSession()).error).toBeNull();
}

test('a first factor needs the password within five minutes before', async () => {
  const one = await signIn();
  await waitSixMinutes(one);
  const refused = await one.mfa.enroll({ factorType: 'totp' });
  expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  const { data } = await one.client.auth.getSession();
  const enrollBy = async (current_password: string) => {
    const response = await service.request('/factors', {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ factor_type: 'totp', current_password }),
    });
    return [response.status, (await response.json()).code];
  };
  expect(await enrollBy('wrong')).toEqual([400, 'current_password_invalid']);
  expect(await enrollBy(password)).toEqual([200, undefined]);
});

test('removing a factor, adding one and a new address need a code within five minutes before', async () => {
  const one = await signInWithFactor();
  const { factorId, uri, mfa, client } = one;
  await waitSixMinutes(one);
  const attempts = async () => [
    (await mfa.enroll({ factorType: 'totp', friendlyName: 'second' })).error?.code,
    (await client.auth.updateUser({ email: `new.${email}` })).error?.code,
    (await mfa.unenroll({ factorId })).error?.code,
  ];
  expect(await attempts()).toEqual([
    'reauthentication_needed',
    'current_password_required',
    'reauthentication_needed',
  ]);
  expect((await mfa.challengeAndVerify({ factorId, code: generateCode(uri) })).error).toBeNull();
  expect(await attempts()).toEqual([undefined, undefined, undefined]);
});

test("another account's factor and unknown ones are mfa_factor_not_found", async () => {
  const { factorId } = await signInWithFactor();
  email = `stranger.${email}`;
  await addTestStaff(service.database, { email, password });
  const { mfa } = await signIn();
  for (const id of [factorId, crypto.randomUUID(), 'nonsense']) {
    const refused = [
      await mfa.challenge({ factorId: id }),
      await mfa.verify({ factorId: id, challengeId: crypto.randomUUID(), code: '000000' }),
      await mfa.unenroll({ factorId: id }),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(Array(3).fill('mfa_factor_not_found'));
  }
  const phone = await mfa.enroll({ factorType: 'phone', phone: '+15195550100' });
  expect(phone.error?.code).toBe('validation_failed');
});

test('after unenroll the password suffices, and sessions are of aal1 again', async () => {
  const { client, mfa, factorId } = await signInWithFactor();
  expect((await mfa.unenroll({ factorId })).error).toBeNull();
  const { data } = await client.auth.refreshSession();
  expect(JSON.parse(atob(data.session?.access_token.split('.')[1] ?? '')).aal).toBe('aal1');
  expect(await levels((await signIn()).mfa)).toEqual(['aal1', 'aal1']);
});

test('removeStaffMfa deletes the factor and ends the sessions', async () => {
  const { token } = await signInWithFactor();
  await removeStaffMfa(service.database, email);
  expect(await works(token)).toBe(false);
  expect(await levels((await signIn()).mfa)).toEqual(['aal1', 'aal1']);
  await expect(removeStaffMfa(service.database, email)).rejects.toThrow(
    `Two-step sign-in is already off for ${email}.`,
  );
});
