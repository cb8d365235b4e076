import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createTestAccounts, generateCode, password } from '#backend/auth/testing/auth-accounts.ts';
import { addTestStaff, type TestService } from '#backend/auth/testing/auth-service.ts';
import { hashPassword, runHash } from './passwords.ts';
import { createOneTimeToken } from './tokens.ts';
import { setPassword } from './update-user.ts';

let service: TestService;
let email: string;
const { signIn } = createTestAccounts((...given) => {
  [service, email] = given;
});

let newHash: string;
beforeAll(async () => {
  newHash = await hashPassword('what the owner chose');
});

/** Signs in, and returns what sends a request with that session. */
async function startSession() {
  const { client } = await signIn();
  const send = async (path: string, body: object | ReadableStream, bytes?: number) => {
    const { data } = await client.auth.getSession();
    const isStream = body instanceof ReadableStream;
    const response = await service.request(path, {
      method: path === '/user' ? 'PUT' : 'POST',
      headers: {
        authorization: `Bearer ${data.session?.access_token}`,
        ...(bytes === undefined ? {} : { 'content-length': String(bytes) }),
      },
      body: isStream ? body : JSON.stringify(body),
      ...(isStream ? { duplex: 'half' } : {}),
    } as RequestInit);
    return [response.status, (await response.json()).code];
  };
  const { data } = await client.auth.getSession();
  const { sub = '', session_id: id } = decodeJwt(data.session?.access_token ?? '');
  return { client, send, userId: sub, sessionId: String(id) };
}

type Session = Awaited<ReturnType<typeof startSession>>;

/** Turns two-step sign-in on, which raises the session. */
async function addFactor({ client: { auth } }: Session): Promise<string> {
  const { data } = await auth.mfa.enroll({ factorType: 'totp' });
  const { id: factorId = '', totp } = data ?? {};
  const secret = totp?.secret ?? '';
  const verified = await auth.mfa.challengeAndVerify({ factorId, code: generateCode(secret) });
  expect(verified.error).toBeNull();
  return secret;
}

async function addColleague(): Promise<void> {
  const colleague = `colleague-${email}`;
  await addTestStaff(service.database, { email: colleague, password });
  await sql`insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret, status)
    select id, '', 'totp', 'JBSWY3DPEHPK3PXP', 'verified' from auth.users
    where email = ${colleague}`.execute(service.database.owner);
}

/** Calls `meanwhile` when the service asks for the body. */
function sendWithSlowBody({ send }: Session, path: string, body: object, meanwhile: Meanwhile) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const stream = new ReadableStream(
    {
      async pull(controller) {
        await meanwhile();
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return send(path, stream, bytes.length);
}

/** Calls `meanwhile` between reading the account and verifying the password, which waits for a slot. */
async function sendWithoutSlot(
  { send }: Session,
  path: string,
  body: object,
  meanwhile: Meanwhile,
) {
  const { owner } = service.database;
  await sql`delete from private.rate_limits`.execute(owner);
  const slots = Promise.withResolvers<void>();
  const occupied = [1, 2].map(() => runHash(() => slots.promise));
  const answer = send(path, body);
  await expect
    .poll(async () => {
      const { rows } = await sql`select from private.rate_limits
        where key like 'auth:currentPasswordPerAccount:%'`.execute(owner);
      return rows.length;
    })
    .toBe(1);
  await meanwhile();
  slots.resolve();
  await Promise.all(occupied);
  return answer;
}

type Meanwhile = () => Promise<void>;

const moments = { 'its body arrives': sendWithSlowBody, 'it is verified': sendWithoutSlot };

/** Everything of the accounts that a request with credentials may change. */
async function readCredentials() {
  const { rows } = await sql`
    select account.email, new_email, count(factor.id)::integer as factors
    from auth.users as account left join auth.mfa_factors as factor on user_id = account.id
    where account.email like ${`%${email}`} group by account.id order by account.email`.execute(
    service.database.owner,
  );
  return rows;
}

async function replacePassword(session: Session, sessionsToKeep: string) {
  const kept = sessionsToKeep === 'this one' ? session.sessionId : undefined;
  await service.database.owner
    .transaction()
    .execute((transaction) => setPassword(transaction, session.userId, newHash, kept));
}

type Moment = keyof typeof moments;

const changes = {
  'the password': ['/user', () => ({ password: 'battery staple' })],
  'the address': ['/user', () => ({ email: `new.${email}` })],
  'a factor': ['/factors', () => ({ factor_type: 'totp', friendly_name: 'second' })],
  "a colleague's factor": [
    '/factors/reset',
    (secret: string) => ({ email: `colleague-${email}`, code: generateCode(secret, 1) }),
  ],
} as const;
type Change = keyof typeof changes;

test.each(
  Object.keys(changes).flatMap((change) =>
    Object.keys(moments).flatMap((moment) =>
      ['this one', 'none'].map((kept) => [change as Change, moment as Moment, kept] as const),
    ),
  ),
)(
  '%s is not changed by a password that was replaced while %s; sessions kept: %s',
  async (change, moment, kept) => {
    const session = await startSession();
    const secret = await addFactor(session);
    await addColleague();
    const [path, getBody] = changes[change];
    const before = await readCredentials();
    const answer = await moments[moment](
      session,
      path,
      { ...getBody(secret), current_password: password },
      () => replacePassword(session, kept),
    );
    expect(answer).toEqual(
      kept === 'this one' ? [400, 'current_password_invalid'] : [403, 'session_not_found'],
    );
    expect(await readCredentials()).toEqual(before);
    const { rows } = await sql`select encrypted_password = ${newHash} as kept from auth.users
      where id = ${session.userId}::uuid`.execute(service.database.owner);
    expect(rows).toEqual([{ kept: true }]);
  },
);

test('a password alone changes none once the account got a second factor while it is verified', async () => {
  const session = await startSession();
  const body = { password: 'battery staple', current_password: password };
  const answer = await sendWithoutSlot(session, '/user', body, async () => {
    await addFactor(session);
  });
  expect(answer).toEqual([403, 'insufficient_aal']);
});

test('a recovery link that was mailed to an address the account no longer has is invalid', async () => {
  const { userId } = await startSession();
  const { owner } = service.database;
  const token = await createOneTimeToken(owner, userId, 'recovery', `former.${email}`);
  const { error } = await service
    .newClient()
    .auth.verifyOtp({ type: 'recovery', token_hash: token });
  expect(error?.code).toBe('otp_expired');
});
