import type { User } from '@supabase/supabase-js';
import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useReducer,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import {
  isStaff,
  parseMailedLink,
  signOut,
  watchSession,
  watchSignOut,
} from '#app/features/accounts/sign-in.ts';
import { getBrowserClient } from '#app/lib/browser-client.ts';
import { localItems } from '#app/lib/browser-storage.ts';
import type { Client, SupabaseConnection } from '#app/lib/client.ts';
import { logError } from './log-error.ts';

type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; left?: true }
  | { status: 'mfa-required'; user: User }
  | { status: 'checking'; user: User }
  | { status: 'unreachable'; user: User }
  | { status: 'not-staff'; user: User }
  | { status: 'staff'; user: User; ended: false | 'session' | 'mfa' };

type SessionEvent =
  | { type: 'session'; user: User | null; needsMfa?: boolean }
  | { type: 'checked'; user: User; staff: boolean | undefined }
  | { type: 'check again' }
  | { type: 'leave' };

export function sessionReducer(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'leave':
      return state.status === 'signed-out' ? state : { status: 'signed-out', left: true };
    case 'check again':
      return state.status === 'unreachable' ? { status: 'checking', user: state.user } : state;
    case 'checked':
      if (state.status !== 'checking' || state.user.id !== event.user.id) return state;
      if (event.staff === undefined) return { status: 'unreachable', user: event.user };
      return event.staff
        ? { status: 'staff', user: event.user, ended: false }
        : { status: 'not-staff', user: event.user };
    case 'session':
      if (event.user === null) {
        if (state.status === 'signed-out') return state;
        return state.status === 'staff' ? { ...state, ended: 'session' } : { status: 'signed-out' };
      }
      if (event.needsMfa) {
        return state.status === 'staff' && state.user.id === event.user.id
          ? { ...state, ended: 'mfa' }
          : { status: 'mfa-required', user: event.user };
      }
      if (state.status === 'mfa-required') return { status: 'checking', user: event.user };
      // The token was refreshed or the tab focused.
      if ('user' in state && state.user.id === event.user.id) {
        return state.status === 'staff' ? { ...state, user: event.user, ended: false } : state;
      }
      return { status: 'checking', user: event.user };
  }
}

/** `client` is null on the server. */
export function useSession(connection: SupabaseConnection) {
  const { url, publishableKey } = connection;
  const [client, setClient] = useState<Client | null>(null);
  const [session, dispatch] = useReducer(sessionReducer, { status: 'loading' });
  const checking = session.status === 'checking' ? session.user : undefined;

  useEffect(() => {
    if (followMailedLink()) return;
    const current = getBrowserClient({ url, publishableKey });
    setClient(current);
    const unsubscribes = [
      watchSession(current, (user, needsMfa) => dispatch({ type: 'session', user, needsMfa })),
      watchSignOut(() => dispatch({ type: 'leave' })),
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [url, publishableKey]);

  useEffect(() => {
    if (!client || !checking) return;
    isStaff(client, checking.id).then(
      // The first screen is rendered in slices.
      (staff) => startTransition(() => dispatch({ type: 'checked', user: checking, staff })),
      (error) => {
        logError('Staff check failed', error);
        dispatch({ type: 'checked', user: checking, staff: undefined });
      },
    );
  }, [client, checking]);

  // URL, history entry and drafts may contain customer data.
  const navigate = useNavigate();
  const hasLeft = session.status === 'signed-out' && session.left === true;
  useEffect(() => {
    if (!hasLeft) return;
    removeDrafts();
    void navigate(window.location.pathname, { replace: true });
  }, [hasLeft, navigate]);

  const checkAgain = useCallback(() => dispatch({ type: 'check again' }), []);
  const leave = useCallback(() => {
    dispatch({ type: 'leave' });
    if (client) signOut(client).catch((error) => logError('Sign-out failed', error));
  }, [client]);

  return { client, session, checkAgain, leave };
}

/** Signing out removes everything in local storage whose key starts with this. */
export const draftPrefix = 'post-draft:';

export function removeDrafts(): void {
  for (const key of localItems.keys()) if (key.startsWith(draftPrefix)) localItems.removeItem(key);
}

export const AdminContext = createContext<Client | null>(null);

export const AccountContext = createContext<{ user: User; leave: () => void } | null>(null);

export function useAccount() {
  const account = useContext(AccountContext);
  if (!account) throw new Error('This screen must be rendered in the shell of the back office');
  return account;
}

export function useAdminClient(): Client {
  const client = useContext(AdminContext);
  if (!client) throw new Error('This screen must be rendered in the shell of the back office');
  return client;
}

/**
 * Hosted Supabase opens a password link on another screen if our redirect URL is not on its list.
 * Returns true if the page is about to be replaced.
 */
function followMailedLink(): boolean {
  const { href, search, hash } = window.location;
  if (parseMailedLink(href).type === 'none') return false;
  window.location.replace(`/admin/password${search}${hash}`);
  return true;
}
