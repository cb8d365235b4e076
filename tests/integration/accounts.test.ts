import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertRow } from '#app/lib/crud.ts';
import { addStaff, removeStaff, setStaffPassword } from '#backend/auth/staff.ts';
import { newQuoteRequest, newReview } from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  selectRows,
  type TestClient,
  useBackend,
} from '#tests/support/backend.ts';
import { createSmallImage } from '#tests/support/small-image.ts';
import { createResetColleague } from '../../supabase/functions/reset-colleague/handler.ts';

/** Sign-in and sessions. Each statement checks staff, session and MFA besides the token. */

describe.skipIf(!engineAvailable())('accounts', () => {
  const backend = useBackend();
  let email: string;
  let accounts = 0;
  const password = 'correct horse';
  beforeAll(async () => {
    await backend.service.from('quote_requests').insert(newQuoteRequest()).throwOnError();
    await insertRow(backend.service, 'reviews', newReview({ is_approved: false }));
  });
  beforeEach(async () => {
    accounts += 1;
    email = `member${accounts}@example.com`;
    await addStaff(backend.database, { email, password });
  });

  async function signIn() {
    const client = backend.newClient();
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (error) throw error;
    const claims: Record<string, unknown> = JSON.parse(
      atob(data.session.access_token.split('.')[1] ?? ''),
    );
    return { client, claims };
  }

  /** What a client gets to see or do that only staff may. */
  async function reach(client: TestClient) {
    const { data: requests } = await client.from('quote_requests').select('id');
    const { data: hidden } = await client.from('reviews').select('id').eq('is_approved', false);
    const { data: own } = await client.from('staff').select('user_id');
    const { data: trail } = await client.from('audit_entries').select('id').limit(1);
    const noted = client.from('quote_requests').update({ notes: 'Seen.' }).neq('email', '');
    const { data: changed } = await noted.select('id');
    const project = { title: 'A project', project_type: 'Other' };
    const { error: refused } = await client.from('past_projects').insert(project);
    const { data: buckets } = await client.storage.listBuckets();
    const images = client.storage.from('images');
    const image = await createSmallImage();
    const options = { contentType: 'image/jpeg', upsert: true };
    const { error: uploadError } = await images.upload('sheds/one.jpg', image, options);
    const { data: listed } = await images.list('sheds');
    const enquiry_id = crypto.randomUUID();
    const { error: rpcError } = await client.rpc('retry_mail', { enquiry_id });
    return [
      ...[requests, hidden, own, trail, changed, buckets, listed].map((rows) => rows?.length),
      ...[refused === null, uploadError === null, rpcError?.code !== '42501'],
    ];
  }
  const fullAccess = [1, 1, 1, 1, 1, 2, 1, true, true, true];
  const nothing = [0, 0, 0, 0, 0, 0, 0, false, false, false];

  test('an account with a verified factor has no access at aal1', async () => {
    const { client } = await signIn();
    expect(await reach(client)).toEqual(fullAccess);
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect(await reach(client), 'as long as it was only begun').toEqual(fullAccess);
    const codes = new TOTP({ secret: factor?.totp.secret ?? '' });
    // A code is taken once, and the codes of the steps before and after are taken as well.
    const show = async (to: TestClient, steps: number) => {
      const code = codes.generate({ timestamp: Date.now() + steps * 30_000 });
      return to.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
    };
    expect((await show(client, 0)).error).toBeNull();
    expect(await reach(client)).toEqual(fullAccess);

    const { client: next } = await signIn();
    expect(await reach(next)).toEqual(nothing);
    expect((await show(next, 1)).error).toBeNull();
    expect(await reach(next)).toEqual(fullAccess);
    expect((await next.auth.mfa.unenroll({ factorId: factor?.id ?? '' })).error).toBeNull();
    expect(await reach((await signIn()).client)).toEqual(fullAccess);

    const match = { record_name: email, table_name: 'auth.mfa_factors' };
    const trail = await selectRows(backend.service, 'audit_entries', 'action, after', match);
    expect(trail).toHaveLength(2);
    expect(trail).toContainEqual({ action: 'update', after: { status: 'verified' } });
    expect(trail).toContainEqual({ action: 'delete', after: null });
  });

  test("on hosted Supabase a function resets a colleague's second step with password and code", async () => {
    const colleague = `colleague-${email}`;
    await addStaff(backend.database, { email: colleague, password });
    const turnOn = async (of: string) => {
      const client = backend.newClient();
      await client.auth.signInWithPassword({ email: of, password });
      const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
      const codes = new TOTP({ secret: factor?.totp.secret ?? '' });
      const getCode = (steps: number) => codes.generate({ timestamp: Date.now() + steps * 30_000 });
      const factorId = factor?.id ?? '';
      await client.auth.mfa.challengeAndVerify({ factorId, code: getCode(0) });
      const { data } = await client.auth.getSession();
      return { client, getCode, token: data.session?.access_token };
    };
    const lost = await turnOn(colleague);
    const own = await turnOn(email);
    const mails: { to: string; subject: string }[] = [];
    const handle = createResetColleague({
      supabase: backend.service,
      createVisitor: backend.newClient,
      siteUrl: 'https://sheds.example',
      send: async ({ to, subject }) => mails.push({ to, subject }),
      report: (error) => expect.fail(String(error)),
    });
    const reset = async (current_password: string, code: string, token = own.token) => {
      const body = JSON.stringify({ email: colleague, current_password, code });
      const headers = { authorization: `Bearer ${token}` };
      const init = { method: 'POST', headers, body };
      return (await handle(new Request('https://platform/reset-colleague', init))).json();
    };
    const code = own.getCode(1);
    const { data: half } = await backend.newClient().auth.signInWithPassword({ email, password });
    const halfReset = await reset(password, code, half.session?.access_token);
    expect(halfReset).toMatchObject({ code: 'insufficient_aal' });
    expect(await reset('wrong', code)).toMatchObject({ code: 'current_password_invalid' });
    expect(await reset(password, '000000')).toMatchObject({ code: 'mfa_verification_failed' });
    expect(mails).toEqual([]);
    expect(await reset(password, code)).toEqual({ email: colleague });
    expect(mails).toEqual([
      { to: colleague, subject: 'Two-step sign-in was turned off for you' },
      { to: email, subject: 'You turned off two-step sign-in for a colleague' },
    ]);

    expect((await lost.client.auth.getUser()).error).not.toBeNull();
    const again = backend.newClient();
    await again.auth.signInWithPassword({ email: colleague, password });
    const { data: level } = await again.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level?.nextLevel).toBe('aal1');
    const match = { table_name: 'auth.mfa_factors', action: 'delete', record_name: colleague };
    const entries = await selectRows(backend.service, 'audit_entries', 'actor_email', match);
    expect(entries).toEqual([{ actor_email: email }]);
    const { data } = await own.client.auth.getUser();
    const resetAgain = (colleague_email: string) =>
      backend.service.rpc('reset_second_step', { actor: data.user?.id ?? '', colleague_email });
    expect((await resetAgain(colleague)).data).toBe('mfa_factor_not_found');
    expect((await resetAgain(email)).data).toBe('user_not_found');
  });

  test.each([
    [
      'signing out everywhere',
      async (client: TestClient) => client.auth.signOut({ scope: 'global' }),
    ],
    ['a new password', async () => setStaffPassword(backend.database, email, 'battery staple')],
    ['leaving the staff', async () => removeStaff(backend.database, email)],
    [
      'the end that the session has by itself',
      async () =>
        backend.run(sql`update auth.sessions set not_after = now() - interval '1 second'
          where user_id = (select id from auth.users where email = ${email})`),
    ],
  ])('after %s the database rejects the tokens of the session', async (_, end) => {
    const [one, two] = [await signIn(), await signIn()];
    const seen = () =>
      Promise.all(
        [one, two].map(({ claims }) =>
          backend.database.asCaller({ role: 'authenticated', claims }, async (transaction) => {
            const { rows } = await sql`select id from public.quote_requests`.execute(transaction);
            return rows.length;
          }),
        ),
      );
    expect(await seen()).toEqual([1, 1]);
    await end(one.client);
    expect(await seen()).toEqual([0, 0]);
    expect((await two.client.from('quote_requests').select('id')).status).toBe(401);
  });
});
