import {
  createClient,
  isAuthRetryableFetchError,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { localItems } from './browser-storage.ts';
import type { Client, SupabaseConnection } from './client.ts';
import type { Database } from './database.types.ts';
import { fetchWithUploadProgress } from './upload-progress.ts';

let client: Client | undefined;
let sessionKey = '';
let connection: SupabaseConnection = { url: '', publishableKey: '' };

export function getSessionKey(): string {
  return sessionKey;
}

/** The address and key of the client of this tab, for calls that supabase-js does not know. */
export function getBrowserConnection(): SupabaseConnection {
  return connection;
}

/** Whether the API is the website's own, which has more than hosted Supabase. */
export function hasOwnBackend(): boolean {
  return connection.url === window.location.origin;
}

/** The client of this tab. It stores the staff session, for as long as the page if the browser does not, and refreshes it. */
export function getBrowserClient({ url, publishableKey }: SupabaseConnection): Client {
  const base = url || window.location.origin;
  connection = { url: base, publishableKey };
  sessionKey = `sb-${new URL(base).hostname.split('.')[0]}-auth-token`;
  client ??= createClient<Database>(base, publishableKey, {
    auth: { storageKey: sessionKey, storage: localItems },
    global: { fetch: fetchWithSessionExpiry(() => client, fetchWithUploadProgress) },
  });
  return client;
}

/**
 * A fetch that detects a session ended by the server: 401 for a token that has not expired. If the
 * refresh fails too, supabase-js emits SIGNED_OUT.
 */
export function fetchWithSessionExpiry(
  getClient: () => Pick<SupabaseClient, 'auth'> | undefined,
  send: typeof fetch = fetch,
): typeof fetch {
  let checking = false;

  async function check(request: Headers) {
    const auth = getClient()?.auth;
    if (!auth || checking) return;
    checking = true;
    try {
      const { data } = await auth.getSession();
      // Another request may have refreshed the token meanwhile.
      const sent = request.get('authorization') === `Bearer ${data.session?.access_token}`;
      if (!data.session || !sent) return;
      const { error } = await auth.refreshSession();
      // supabase-js retains a session whose access token has not expired.
      if (error && !isAuthRetryableFetchError(error)) await auth.signOut({ scope: 'local' });
    } finally {
      checking = false;
    }
  }

  return async (input, init) => {
    const response = await send(input, init);
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    if (response.status === 401 && !url.pathname.startsWith('/auth/')) {
      check(new Headers(init?.headers)).catch(() => undefined);
    }
    return response;
  };
}
