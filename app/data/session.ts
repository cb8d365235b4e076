import { isAuthRetryableFetchError, type Session, type User } from '@supabase/supabase-js';
import { explainSignInError, signInUnreachableMessage } from '#app/domain/accounts/sign-in-form.ts';
import type { Client } from './supabase-context.ts';

/**
 * Signs in with a password. Returns the sentence to show where it failed, undefined where it
 * worked; the session itself arrives through `watchSession`.
 */
export async function signIn(
  client: Client,
  credentials: { email: string; password: string },
): Promise<string | undefined> {
  try {
    const { error } = await client.auth.signInWithPassword(credentials);
    if (!error) return undefined;
    return isAuthRetryableFetchError(error)
      ? signInUnreachableMessage
      : explainSignInError(error.message);
  } catch {
    return signInUnreachableMessage;
  }
}

/** Ends the session in this browser; other devices stay signed in. */
export async function signOut(client: Client): Promise<void> {
  await client.auth.signOut({ scope: 'local' });
}

/**
 * Calls `handler` with the signed-in user or null, at once and at every change (signed in, signed
 * out, token refreshed, user updated, password recovery, code accepted). `needsCode` tells that the
 * account has a second factor that this session has not shown. Returns a function that stops it.
 */
export function watchSession(
  client: Client,
  handler: (user: User | null, needsCode: boolean) => void,
): () => void {
  const { data } = client.auth.onAuthStateChange((_event, session) =>
    handler(session?.user ?? null, session !== null && needsCode(session)),
  );
  return () => data.subscription.unsubscribe();
}

/**
 * What mfa.getAuthenticatorAssuranceLevel tells, without its lock, which an event's handler must
 * not wait for.
 */
function needsCode({ access_token, user }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && levelOf(access_token) !== 'aal2';
}

function levelOf(token: string): unknown {
  const [, claims = ''] = token.split('.');
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).aal;
}

/**
 * Ends every session of the account on the server, this one as well. This browser forgets it only
 * with `signOut`.
 *
 * @throws AuthError where they go on
 */
export async function endAllSessions(client: Client): Promise<void> {
  const { data, error } = await client.auth.getSession();
  if (error) throw error;
  if (!data.session) return;
  // What auth.signOut({ scope: 'global' }) does, without the event that asks to sign in again.
  const ended = await client.auth.admin.signOut(data.session.access_token, 'global');
  if (ended.error) throw ended.error;
}
