import { isAuthRetryableFetchError, type Session, type User } from '@supabase/supabase-js';
import { getSessionKey } from '#app/lib/browser-client.ts';
import { localItems } from '#app/lib/browser-storage.ts';
import type { Client } from '#app/lib/client.ts';
import { emailPattern } from '#app/lib/email.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { z } from '#app/lib/zod.ts';

export const signInForm = z.object({
  email: z.string().trim().regex(emailPattern, 'Please enter a valid email address'),
  password: z.string().min(6, 'Password must be at least 6 characters'),
});

export type SignInForm = z.infer<typeof signInForm>;

/** Explains a refused sign-in from the service's own message. */
export function explainSignInError(message: string): string {
  return message.includes('JWT') || message.includes('token')
    ? 'Authentication system updated. Please try logging in again.'
    : message;
}

export const signInUnreachableMessage = 'An unexpected error occurred. Please try again.';

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

const signedOutKey = 'signed-out-at';

/** Ends the session in this browser only, and reports that to its other tabs. */
export async function signOut(client: Client): Promise<void> {
  const report = () => localItems.setItem(signedOutKey, createUuid());
  report();
  const { error } = await client.auth.signOut({ scope: 'local' });
  // Without a connection supabase-js retains the session.
  if (error) localItems.removeItem(getSessionKey());
  // Another tab may have read the session once more before it was removed.
  report();
}

/** Calls `handler` if staff sign out in another tab. A session that has ended is not reported. */
export function watchSignOut(handler: () => void): () => void {
  let known = localItems.getItem(signedOutKey);
  const check = () => {
    const current = localItems.getItem(signedOutKey);
    if (current === known) return;
    known = current;
    handler();
  };
  window.addEventListener('storage', check);
  // A page restored from the back/forward cache has missed events.
  window.addEventListener('pageshow', check);
  return () => {
    window.removeEventListener('storage', check);
    window.removeEventListener('pageshow', check);
  };
}

/**
 * Calls `handler` now and at every change of the session; `needsMfa` if MFA is on and the session
 * has not passed it. Returns an unsubscribe function.
 */
export function watchSession(
  client: Client,
  handler: (user: User | null, needsMfa: boolean) => void,
): () => void {
  const { data } = client.auth.onAuthStateChange((_event, session) =>
    handler(session?.user ?? null, session !== null && needsMfa(session)),
  );
  return () => data.subscription.unsubscribe();
}

function needsMfa({ access_token, user }: Session): boolean {
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

/** Returns whether the account is on the staff list. */
export async function isStaff(client: Client, userId: string): Promise<boolean> {
  const { data } = await client
    .from('staff')
    .select('user_id')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError();
  return data !== null;
}

type MailedLink =
  | { type: 'token'; token: string }
  | { type: 'session' }
  | { type: 'refused' }
  | { type: 'none' };

/**
 * The link of a recovery. Our mails bring a token; GET /verify, which hosted Supabase's mail uses, a session
 * or an error.
 */
export function parseMailedLink(href: string): MailedLink {
  const url = new URL(href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => fragment.get(name) ?? url.searchParams.get(name);
  const token = read('token_hash');
  if (token && (read('type') ?? 'recovery') === 'recovery') return { type: 'token', token };
  if (read('error') || read('error_code')) return { type: 'refused' };
  if (read('access_token') && read('type') === 'recovery') return { type: 'session' };
  return { type: 'none' };
}
