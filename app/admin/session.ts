import type { User } from '@supabase/supabase-js';
import { createContext, useCallback, useContext, useEffect, useReducer, useState } from 'react';
import { browserClient } from '#app/data/browser-client.ts';
import { signOut, watchSession } from '#app/data/session.ts';
import { isStaff } from '#app/data/staff.ts';
import type { Client, SupabaseAddress } from '#app/data/supabase-context.ts';
import { followMailedLink } from './account/follow-mailed-link.ts';
import { logFailure } from './log.ts';

type SessionState =
  | { is: 'loading' }
  | { is: 'signed-out' }
  /** The password was right; the account's second step is still to come. */
  | { is: 'needs-code'; user: User }
  | { is: 'checking'; user: User }
  | { is: 'unreachable'; user: User }
  | { is: 'not-staff'; user: User }
  /**
   * `ended`: the session is over, or waits for its code, but what the person was at stays on the
   * screen.
   */
  | { is: 'staff'; user: User; ended: false | 'session' | 'code' };

type SessionEvent =
  | { type: 'session'; user: User | null; needsCode?: boolean }
  | { type: 'checked'; user: User; staff: boolean | undefined }
  | { type: 'check again' }
  | { type: 'leave' };

/** What the sign-in state becomes when something happens. */
export function nextSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'leave':
      return { is: 'signed-out' };
    case 'check again':
      return state.is === 'unreachable' ? { is: 'checking', user: state.user } : state;
    case 'checked':
      if (state.is !== 'checking' || state.user.id !== event.user.id) return state;
      if (event.staff === undefined) return { is: 'unreachable', user: event.user };
      return event.staff
        ? { is: 'staff', user: event.user, ended: false }
        : { is: 'not-staff', user: event.user };
    case 'session':
      if (event.user === null) {
        return state.is === 'staff' ? { ...state, ended: 'session' } : { is: 'signed-out' };
      }
      if (event.needsCode) {
        return state.is === 'staff' && state.user.id === event.user.id
          ? { ...state, ended: 'code' }
          : { is: 'needs-code', user: event.user };
      }
      if (state.is === 'needs-code') return { is: 'checking', user: event.user };
      // A refreshed token or a return to the tab changes nothing for the same person.
      if ('user' in state && state.user.id === event.user.id) {
        return state.is === 'staff' ? { ...state, user: event.user, ended: false } : state;
      }
      return { is: 'checking', user: event.user };
  }
}

/** Follows the session in this browser; `client` is null until the page runs in one. */
export function useSession(address: SupabaseAddress) {
  const { url, publishableKey } = address;
  const [client, setClient] = useState<Client | null>(null);
  const [session, dispatch] = useReducer(nextSession, { is: 'loading' });
  const checking = session.is === 'checking' ? session.user : undefined;

  useEffect(() => {
    if (followMailedLink()) return;
    const current = browserClient({ url, publishableKey });
    setClient(current);
    return watchSession(current, (user, needsCode) =>
      dispatch({ type: 'session', user, needsCode }),
    );
  }, [url, publishableKey]);

  useEffect(() => {
    if (!client || !checking) return;
    isStaff(client, checking.id).then(
      (staff) => dispatch({ type: 'checked', user: checking, staff }),
      (error) => {
        logFailure('Could not read who may use the back office', error);
        dispatch({ type: 'checked', user: checking, staff: undefined });
      },
    );
  }, [client, checking]);

  const checkAgain = useCallback(() => dispatch({ type: 'check again' }), []);
  const leave = useCallback(() => {
    dispatch({ type: 'leave' });
    if (client) signOut(client).catch((error) => logFailure('Sign out failed', error));
  }, [client]);

  return { client, session, checkAgain, leave };
}

/** The client of whoever is signed in, for the screens of the back office. */
export const AdminContext = createContext<Client | null>(null);

/** Who is signed in, and how to leave. */
export const AccountContext = createContext<{ user: User; leave: () => void } | null>(null);

/** Whoever is signed in. Throws outside of the shell. */
export function useAccount() {
  const account = useContext(AccountContext);
  if (!account) throw new Error('This screen belongs into the shell of the back office');
  return account;
}

/** The signed-in client. Throws outside of the shell. */
export function useAdminClient(): Client {
  const client = useContext(AdminContext);
  if (!client) throw new Error('This screen belongs into the shell of the back office');
  return client;
}
