import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestAccounts } from '#backend/auth/testing/auth-accounts.ts';
import type { TestService } from '#backend/auth/testing/auth-service.ts';
import { pruneSessions } from './sessions.ts';
import { removeStaff } from './staff.ts';

let service: TestService;
let email: string;
const { signIn } = createTestAccounts((...given) => {
  [service, email] = given;
});

/** Signs in, and returns the claims of the access token as well. */
async function start() {
  const { client, token } = await signIn();
  return { client, claims: decodeJwt(token ?? '') };
}

test.each(['staff', 'an account that left the staff'])(
  'the 101st session of %s ends the one that was used least recently',
  async (who) => {
    if (who !== 'staff') await removeStaff(service.database, email);
    const [least, other] = [await start(), await start()];
    const { owner } = service.database;
    await sql`insert into auth.sessions (user_id, refreshed_at)
        select id, now() - interval '1 hour' from auth.users, generate_series(1, 98)
        where email = ${email}`.execute(owner);
    await sql`update auth.sessions set refreshed_at = now() - interval '2 hours'
        where id = ${String(least.claims.session_id)}::uuid`.execute(owner);
    const newest = await start();
    const works = async ({ client }: typeof least) => (await client.auth.getUser()).error === null;
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count
        from auth.sessions join auth.users on users.id = user_id where email = ${email}`.execute(
      owner,
    );
    expect(rows).toEqual([{ count: 100 }]);
    expect(await Promise.all([least, other, newest].map(works))).toEqual([false, true, true]);
  },
);

test('pruneSessions deletes ended sessions, tokens replaced 30 days ago and expired links of all accounts', async () => {
  const { owner } = service.database;
  await removeStaff(service.database, email);
  const { client, claims } = await start();
  const session = String(claims.session_id);
  const user = String(claims.sub);
  await sql`update auth.refresh_tokens set token_hash = 'fourth' where session_id = ${session}::uuid`.execute(
    owner,
  );
  // The last one has a valid child, by which a second use of its siblings is noticed.
  await sql`insert into auth.refresh_tokens (token_hash, session_id, revoked_at) values
      ('first', ${session}::uuid, now() - interval '33 days'),
      ('second', ${session}::uuid, now() - interval '32 days'),
      ('third', ${session}::uuid, now() - interval '31 days'),
      ('recent', ${session}::uuid, now() - interval '29 days')`.execute(owner);
  await sql`update auth.refresh_tokens as token set parent_id = parent.id from auth.refresh_tokens as parent
      where (parent.token_hash, token.token_hash) in (('first', 'second'), ('second', 'third'), ('third', 'fourth'))`.execute(
    owner,
  );
  await sql`insert into auth.sessions (user_id, not_after, refreshed_at, user_agent) values
      (${user}::uuid, to_timestamp(0), now() - interval '25 hours', 'ended'),
      (${user}::uuid, to_timestamp(0), now() - interval '23 hours', 'ended lately')`.execute(owner);
  await sql`insert into auth.one_time_tokens (user_id, token_type, token_hash, expires_at) values
      (${user}::uuid, 'email_change_undo', 'expired', now() - interval '1 second'),
      (${user}::uuid, 'email_change_undo', 'valid', now() + interval '1 hour')`.execute(owner);
  const listLeft = async () => {
    const { rows } = await sql<{ name: string }>`
        select token_hash as name from auth.refresh_tokens where session_id = ${session}::uuid
        union all select user_agent from auth.sessions where user_agent like 'ended%' and user_id = ${user}::uuid
        union all select token_hash from auth.one_time_tokens where user_id = ${user}::uuid
        order by name`.execute(owner);
    return rows.map(({ name }) => name);
  };
  const all = await listLeft();
  await sql`insert into private.quote_clock (checked_at) values (now()) on conflict do nothing`.execute(
    owner,
  );
  await sql`update private.quote_clock set checked_at = now() - interval '31 days'`.execute(owner);
  await pruneSessions(service.database);
  expect(await listLeft(), 'after a jump of the clock').toEqual(all);
  await sql`update private.quote_clock set paused_until = null`.execute(owner);
  await pruneSessions(service.database);
  expect(await listLeft()).toEqual(['ended lately', 'fourth', 'recent', 'third', 'valid']);
  expect((await client.auth.getUser()).error).toBeNull();
});
