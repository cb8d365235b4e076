import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addTestStaff,
  startTestService,
  type TestService,
} from '#backend/auth/testing/auth-service.ts';
import { hashOpaqueToken } from './tokens.ts';

const account = { email: 'owner@example.com', password: 'correct horse' };
let service: TestService;
let first: { access_token: string; refresh_token: string };

beforeAll(async () => {
  service = await startTestService();
  await addTestStaff(service.database, account);
}, 60_000);
afterAll(() => service.stop());

beforeEach(async () => {
  const { data } = await service.newClient().auth.signInWithPassword(account);
  if (!data.session) throw new Error('No session');
  first = data.session;
});

/** Refreshes as another tab or device would: with a client that knows nothing but the token. */
async function refresh(token: string) {
  const { data, error } = await service.newClient().auth.refreshSession({ refresh_token: token });
  return { session: data.session, error };
}

async function works(accessToken: string | undefined) {
  return (await service.newClient().auth.getUser(accessToken)).error === null;
}

/** Moves the moment in which a token was replaced into the past. */
async function age(token: string, seconds: number) {
  const { numUpdatedRows } = await service.database.owner
    .updateTable('auth.refresh_tokens')
    .set({
      revoked_at: sql<Date>`revoked_at - make_interval(secs => ${seconds}::double precision)`,
    })
    .where('token_hash', '=', hashOpaqueToken(token))
    .executeTakeFirst();
  expect(Number(numUpdatedRows)).toBe(1);
}

test('a refresh returns new tokens of the same session', async () => {
  const { session, error } = await refresh(first.refresh_token);
  expect(error).toBeNull();
  expect(session?.refresh_token).not.toBe(first.refresh_token);
  expect(session?.user.email).toBe(account.email);
  const claims = (token = '') => JSON.parse(atob(token.split('.')[1] ?? ''));
  expect(claims(session?.access_token).session_id).toBe(claims(first.access_token).session_id);
  expect(claims(session?.access_token).amr).toEqual(claims(first.access_token).amr);
});

test('only hashes of tokens are stored', async () => {
  const stored = await service.database.owner
    .selectFrom('auth.refresh_tokens')
    .select('token_hash')
    .execute();
  const hashes = stored.map((row) => row.token_hash);
  expect(hashes).toContain(hashOpaqueToken(first.refresh_token));
  expect(hashes).not.toContain(first.refresh_token);
});

test('reusing a replaced token after the reuse interval ends the session', async () => {
  const { session: second } = await refresh(first.refresh_token);
  await age(first.refresh_token, 11);
  const { error } = await refresh(first.refresh_token);
  expect(error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
  expect(await works(second?.access_token)).toBe(false);
  expect((await refresh(second?.refresh_token ?? '')).error).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
  });
});

test('reusing a replaced token ends the session at once if its child has been used', async () => {
  const { session: second } = await refresh(first.refresh_token);
  const { session: third } = await refresh(second?.refresh_token ?? '');
  expect((await refresh(first.refresh_token)).error?.code).toBe('refresh_token_already_used');
  expect(await works(third?.access_token)).toBe(false);
});

test('reuse ends no other session of the account', async () => {
  const { data: other } = await service.newClient().auth.signInWithPassword(account);
  await refresh(first.refresh_token);
  await age(first.refresh_token, 11);
  await refresh(first.refresh_token);
  expect(await works(other.session?.access_token)).toBe(true);
});

test('a refresh can be repeated within ten seconds, if its response was lost', async () => {
  await refresh(first.refresh_token);
  await age(first.refresh_token, 8);
  const { session, error } = await refresh(first.refresh_token);
  expect(error).toBeNull();
  expect((await refresh(session?.refresh_token ?? '')).error).toBeNull();
});

test('tabs that refresh concurrently all get a session, and the stored one continues', async () => {
  const tabs = await Promise.all([1, 2, 3].map(() => refresh(first.refresh_token)));
  expect(tabs.map(({ error }) => error)).toEqual([null, null, null]);
  expect(await Promise.all(tabs.map(({ session }) => works(session?.access_token)))).toEqual([
    true,
    true,
    true,
  ]);
  const stored = tabs[1]?.session?.refresh_token ?? '';
  const later = await Promise.all([1, 2, 3].map(() => refresh(stored)));
  expect(later.map(({ error }) => error)).toEqual([null, null, null]);
});

test('using one child of a refresh token revokes its siblings; using one of those ends the session', async () => {
  const children = await Promise.all([1, 2].map(() => refresh(first.refresh_token)));
  const [used, sibling] = children.map(({ session }) => session?.refresh_token ?? '');
  const { session: next, error } = await refresh(used ?? '');
  expect(error).toBeNull();
  expect((await refresh(sibling ?? '')).error).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
  });
  expect(await works(next?.access_token)).toBe(false);
  const siblings = [next?.refresh_token ?? '', sibling ?? ''];
  for (const token of siblings) {
    expect((await refresh(token)).error?.code).toBe('refresh_token_already_used');
  }
});

test('a retry with the parent after a sibling was used is a reuse, within the interval as well', async () => {
  const children = await Promise.all([1, 2].map(() => refresh(first.refresh_token)));
  await refresh(children[0]?.session?.refresh_token ?? '');
  expect((await refresh(first.refresh_token)).error?.code).toBe('refresh_token_already_used');
});

test('a token of a session that was signed out is unknown', async () => {
  const client = service.newClient();
  await client.auth.setSession(first);
  await client.auth.signOut();
  expect((await refresh(first.refresh_token)).error?.code).toBe('refresh_token_not_found');
});

/** Adds replaced tokens to the session of a token. */
async function addReplaced(token: string, count: number, daysAgo = 0) {
  await sql`insert into auth.refresh_tokens (token_hash, session_id, parent_id, revoked_at)
    select gen_random_uuid()::text, session_id, id, now() - make_interval(days => ${daysAgo}::integer)
    from auth.refresh_tokens, generate_series(1, ${count}::integer)
    where token_hash = ${hashOpaqueToken(token)}`.execute(service.database.owner);
}

test('a session has 1,000 refresh tokens in 30 days, ends with the next, and forgets none of them', async () => {
  await addReplaced(first.refresh_token, 998);
  await addReplaced(first.refresh_token, 100, 31);
  const { session: last } = await refresh(first.refresh_token);
  expect(await works(last?.access_token)).toBe(true);
  for (const token of [last?.refresh_token, first.refresh_token]) {
    expect((await refresh(token ?? '')).error?.code).toBe('refresh_token_already_used');
  }
  expect(await works(last?.access_token)).toBe(false);
});

test.each(['', 'nonsense', 'password.', '\0'])(
  'the refresh token %j is rejected',
  async (token) => {
    const answer = await service.request('/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: token }),
    });
    expect(answer.status).toBe(400);
    expect((await answer.json()).code).toBe(
      token === '' ? 'validation_failed' : 'refresh_token_not_found',
    );
  },
);
