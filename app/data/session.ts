import { isAuthRetryableFetchError, type Session, type User } from '@supabase/supabase-js';
import { explainSignInError, signInUnreachableMessage } from '#app/domain/accounts/sign-in-form.ts';
import type { Client } from './supabase-context.ts';

/** Returns the error message, if any; `watchSession` reports the session. */
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

/** Ends the session in this browser only. */
export async function signOut(client: Client): Promise<void> {
  await client.auth.signOut({ scope: 'local' });
}

/**
 * Calls `handler` now and at every change of the session; `needsCode` if MFA is on and the session
 * has not passed it. Returns an unsubscribe function.
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

function needsCode({ access_token, user }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && getAssuranceLevel(access_token) !== 'aal2';
}

function getAssuranceLevel(token: string): unknown {
  const [, claims = ''] = token.split('.');
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).aal;
}

/** Ends all sessions of the account on the server. Throws AuthError. */
export async function endAllSessions(client: Client): Promise<void> {
  const { data, error } = await client.auth.getSession();
  if (error) throw error;
  if (!data.session) return;
  // Like auth.signOut({ scope: 'global' }), but without its SIGNED_OUT event.
  const ended = await client.auth.admin.signOut(data.session.access_token, 'global');
  if (ended.error) throw ended.error;
}

export async function isStaff(client: Client, userId: string): Promise<boolean> {
  const { data } = await client
    .from('staff')
    .select('user_id')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError();
  return data !== null;
}
