import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  engineAvailable,
  staffAccount,
  startBackend,
  strangerAccount,
  type TestBackend,
} from '#tests/support/backend.ts';
import { timeoutMs } from '#tests/support/timeouts.ts';

/** The authentication calls of section 7. */

describe.skipIf(!engineAvailable())('accounts', () => {
  let backend: TestBackend;

  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend?.stop());

  test('signInWithPassword, getSession, getUser and signOut work', async () => {
    const client = backend.newClient();
    const { data, error } = await client.auth.signInWithPassword(staffAccount);
    expect(error).toBeNull();
    expect(Object.keys(data.session ?? {})).toEqual(
      expect.arrayContaining([
        'access_token',
        'refresh_token',
        'expires_in',
        'expires_at',
        'token_type',
        'user',
      ]),
    );
    expect((await client.auth.getUser()).data.user?.email).toBe(staffAccount.email);
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
  });

  test('a wrong password is rejected with invalid_credentials, and sign-up is disabled', async () => {
    const client = backend.newClient();
    const wrong = await client.auth.signInWithPassword({
      ...staffAccount,
      password: 'wrong password',
    });
    expect(wrong.error).toMatchObject({
      message: 'Invalid login credentials',
      code: 'invalid_credentials',
    });
    const signUp = await client.auth.signUp({ email: 'new@example.com', password: 'something' });
    expect(signUp.error?.code).toBe('signup_disabled');
  });

  test('a token is rejected after signing out', async () => {
    const client = backend.newClient();
    const { data } = await client.auth.signInWithPassword(staffAccount);
    const token = data.session?.access_token ?? '';
    const read = () =>
      fetch(`${backend.url}/rest/v1/quote_requests?select=id`, {
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
    expect((await read()).status).toBe(200);
    await client.auth.signOut();
    expect((await read()).status).toBe(401);
  });

  test('signing out everywhere ends every session of the account at its next request', async () => {
    const first = backend.newClient();
    const second = backend.newClient();
    const clients = [first, second, backend.newClient()];
    for (const client of clients) await client.auth.signInWithPassword(staffAccount);
    const statuses = () =>
      Promise.all(clients.map(async (client) => (await client.from('staff').select()).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    const { data } = await first.auth.getSession();
    const token = data.session?.access_token ?? '';
    expect((await first.auth.admin.signOut(token, 'global')).error).toBeNull();
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await second.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect((await backend.stranger.from('staff').select()).status).toBe(200);
  });

  test('of 20 concurrent refreshes with one token one child can be used, and no other after it', async () => {
    const { data } = await backend.newClient().auth.signInWithPassword(staffAccount);
    const refresh = async (refresh_token = '') => {
      const { data, error } = await backend.newClient().auth.refreshSession({ refresh_token });
      return { token: data.session?.refresh_token, code: error?.code };
    };
    const children = await Promise.all(
      Array.from({ length: 20 }, () => refresh(data.session?.refresh_token)),
    );
    expect(children.map(({ code }) => code)).toEqual(Array(20).fill(undefined));
    expect(new Set(children.map(({ token }) => token)).size).toBe(20);
    const [used, ...siblings] = children;
    expect((await refresh(used?.token)).code).toBeUndefined();
    const codes = await Promise.all(siblings.map(async ({ token }) => (await refresh(token)).code));
    expect(codes).toEqual(Array(19).fill('refresh_token_already_used'));
  });

  test('of 20 sibling tokens used at the same moment at most one is refreshed', async () => {
    const { data } = await backend.newClient().auth.signInWithPassword(staffAccount);
    const refresh = (refresh_token = '') =>
      backend.newClient().auth.refreshSession({ refresh_token });
    const children = await Promise.all(
      Array.from({ length: 20 }, () => refresh(data.session?.refresh_token)),
    );
    const used = await Promise.all(
      children.map(({ data }) => refresh(data.session?.refresh_token)),
    );
    expect(used.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('a mailed link works once, also if two clients send it at the same moment', async () => {
    const { email } = strangerAccount;
    const redirectTo = 'http://localhost:3000/admin/password';
    const clients = [backend.newClient(), backend.newClient()];
    await clients[0]?.auth.resetPasswordForEmail(email, { redirectTo });
    const link = await mailedLink(join(backend.directory, 'outbox'), email);
    expect(link.href).toMatch(/^http:\/\/localhost:3000\/admin\/password#token_hash=/);
    const token_hash = new URLSearchParams(link.hash.slice(1)).get('token_hash') ?? '';
    const taken = await Promise.all(
      clients.map((client) => client.auth.verifyOtp({ type: 'recovery', token_hash })),
    );
    const codes = taken.map(({ error }) => error?.code ?? 'taken').sort();
    expect(codes).toEqual(['otp_expired', 'taken']);

    const winner = clients[taken.findIndex(({ error }) => error === null)];
    expect((await winner?.auth.updateUser({ password: 'a new one' }))?.error).toBeNull();
    const signIn = async (password: string) =>
      (await backend.newClient().auth.signInWithPassword({ email, password })).error?.code;
    expect(await signIn(strangerAccount.password)).toBe('invalid_credentials');
    expect(await signIn('a new one')).toBeUndefined();
  });
});

/** The link of the mail to set a new password, from the folder that takes mails without a server. */
async function mailedLink(outbox: string, to: string): Promise<URL> {
  return vi.waitFor(async () => {
    for (const name of await readdir(outbox)) {
      const mail = await PostalMime.parse(await readFile(join(outbox, name)));
      const link = /https?:\/\/\S+#\S+/.exec(mail.text ?? '')?.[0];
      if (mail.to?.some(({ address }) => address === to) && link) return new URL(link);
    }
    throw new Error('No mail yet');
  }, timeoutMs);
}
