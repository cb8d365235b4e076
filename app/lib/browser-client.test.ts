import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js';
import { afterEach, expect, it, vi } from 'vitest';
import { signIn } from '#app/features/accounts/sign-in.ts';
import { stubStorage } from '#tests/support/stub-storage.ts';
import { fetchWithSessionExpiry, getBrowserClient } from './browser-client.ts';

afterEach(() => void vi.unstubAllGlobals());

const refused = new AuthApiError('Not Found', 400, 'refresh_token_not_found');
const offline = new AuthRetryableFetchError('Failed to fetch', 0);

function service(status: number, current: string | null, error: Error | null = refused) {
  const refreshSession = vi.fn(async () => ({ data: {}, error }));
  const signOut = vi.fn(async () => ({ error: null }));
  const session = current === null ? null : { access_token: current };
  const getSession = async () => ({ data: { session }, error: null });
  const client = { auth: { getSession, refreshSession, signOut } };
  const send = async () => new Response(null, { status });
  const noticing = fetchWithSessionExpiry(() => client as never, send);
  const ask = async (path: string, token = 'mine') => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    const response = await noticing(`https://shop.example${path}`, { headers });
    await new Promise((resolve) => setTimeout(resolve));
    return response.status;
  };
  return { ask, refreshSession, signOut };
}

it('signs out if both the token and its refresh are rejected, and returns the response', async () => {
  const { ask, refreshSession, signOut } = service(401, 'mine');
  expect(await ask('/rest/v1/reviews')).toBe(401);
  expect(refreshSession).toHaveBeenCalledTimes(1);
  expect(signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' });
});

it.each([
  ['refreshed', null],
  ['not reached', offline],
])('retains a session that could be %s', async (_, error) => {
  const { ask, refreshSession, signOut } = service(401, 'mine', error);
  await ask('/storage/v1/object/images/a.png');
  expect(refreshSession).toHaveBeenCalledTimes(1);
  expect(signOut).not.toHaveBeenCalled();
});

it.each([
  ['another failure', 403, '/rest/v1/reviews', 'mine', 'mine'],
  ['no failure', 200, '/rest/v1/reviews', 'mine', 'mine'],
  ['the auth service itself', 401, '/auth/v1/user', 'mine', 'mine'],
  ['a token that was replaced meanwhile', 401, '/rest/v1/reviews', 'newer', 'mine'],
  ['a visitor', 401, '/rest/v1/reviews', null, 'publishable'],
])('does not change the session after %s', async (_, status, path, current, sent) => {
  const { ask, refreshSession } = service(status, current);
  expect(await ask(path, sent)).toBe(status);
  expect(refreshSession).not.toHaveBeenCalled();
});

it('staff sign in with a storage that has no room for their session', async () => {
  const stored = stubStorage('localStorage', 100);
  vi.stubGlobal('document', { addEventListener: () => {}, visibilityState: 'visible' });
  vi.stubGlobal('window', {
    location: new URL('https://shop.example'),
    addEventListener: () => {},
  });
  const user = { id: crypto.randomUUID(), email: 'owner@example.com' };
  vi.stubGlobal('fetch', async () =>
    Response.json({ access_token: 'a.e30.c', refresh_token: 'r', expires_in: 3600, user }),
  );
  const client = getBrowserClient({ url: 'https://shop.example', publishableKey: 'key' });
  expect(await signIn(client, { email: user.email, password: 'secret' })).toBeUndefined();
  expect((await client.auth.getSession()).data.session?.user).toEqual(user);
  expect(stored).toEqual({});
  await client.auth.signOut({ scope: 'local' });
  await client.auth.stopAutoRefresh();
});
