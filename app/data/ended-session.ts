import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js';

/**
 * A fetch for supabase-js that notices where the server has ended the session: it answers 401 to a
 * token that has not expired yet. Where a refresh is refused as well, supabase-js says SIGNED_OUT.
 *
 * @param clientOf the client that the fetch is for
 */
export function fetchNoticingEnd(
  clientOf: () => Pick<SupabaseClient, 'auth'> | undefined,
  send: typeof fetch = fetch,
): typeof fetch {
  let checking = false;

  async function check(request: Headers) {
    const auth = clientOf()?.auth;
    if (!auth || checking) return;
    checking = true;
    try {
      const { data } = await auth.getSession();
      // A token that another request has replaced meanwhile says nothing about the session.
      const sent = request.get('authorization') === `Bearer ${data.session?.access_token}`;
      if (!data.session || !sent) return;
      const { error } = await auth.refreshSession();
      // By itself supabase-js keeps a session whose access token has not expired yet.
      if (error && !isAuthRetryableFetchError(error)) await auth.signOut({ scope: 'local' });
    } finally {
      checking = false;
    }
  }

  return async (input, init) => {
    const response = await send(input, init);
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    if (response.status === 401 && !url.pathname.startsWith('/auth/')) {
      // Where it can not be checked now, the next refusal is another chance.
      check(new Headers(init?.headers)).catch(() => undefined);
    }
    return response;
  };
}
