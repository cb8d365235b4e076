import type { User } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { sessionReducer } from './session.ts';

const owner = { id: 'owner', email: 'owner@example.com' } as User;
const other = { id: 'other', email: 'other@example.com' } as User;
const signedIn = { status: 'staff', user: owner, ended: false } as const;

it('sessionReducer returns signed-out without a session', () => {
  expect(sessionReducer({ status: 'loading' }, { type: 'session', user: null })).toEqual({
    status: 'signed-out',
  });
});

it('sessionReducer returns staff only after the staff list was read', () => {
  const checking = sessionReducer({ status: 'signed-out' }, { type: 'session', user: owner });
  expect(checking).toEqual({ status: 'checking', user: owner });
  expect(sessionReducer(checking, { type: 'checked', user: owner, staff: true })).toEqual(signedIn);
  expect(sessionReducer(checking, { type: 'checked', user: owner, staff: false }).status).toBe(
    'not-staff',
  );
  expect(sessionReducer(checking, { type: 'checked', user: owner, staff: undefined }).status).toBe(
    'unreachable',
  );
});

it('sessionReducer ignores the staff check of another account', () => {
  const checking = { status: 'checking', user: other } as const;
  expect(sessionReducer(checking, { type: 'checked', user: owner, staff: true })).toBe(checking);
  const gone = { status: 'signed-out' } as const;
  expect(sessionReducer(gone, { type: 'checked', user: owner, staff: true })).toBe(gone);
});

it('sessionReducer returns staff when a session expires and after the next sign-in', () => {
  const ended = sessionReducer(signedIn, { type: 'session', user: null });
  expect(ended).toEqual({ ...signedIn, ended: 'session' });
  expect(sessionReducer(ended, { type: 'session', user: owner })).toEqual(signedIn);
});

it('sessionReducer checks an account that signs in instead', () => {
  expect(sessionReducer(signedIn, { type: 'session', user: other })).toEqual({
    status: 'checking',
    user: other,
  });
});

it('sessionReducer returns signed-out on leave, even for a session that has ended', () => {
  const left = { status: 'signed-out', left: true } as const;
  expect(sessionReducer(signedIn, { type: 'leave' })).toEqual(left);
  const ended = sessionReducer(signedIn, { type: 'session', user: null });
  expect(sessionReducer(ended, { type: 'leave' })).toEqual(left);
  expect(sessionReducer(left, { type: 'session', user: null })).toBe(left);
  expect(sessionReducer(left, { type: 'session', user: owner }).status).toBe('checking');
});

it('sessionReducer retains the URL of a sign-in form when another tab signs out', () => {
  const form = { status: 'signed-out' } as const;
  expect(sessionReducer(form, { type: 'leave' })).toBe(form);
});

it('sessionReducer requires the MFA code and retains the open screen', () => {
  const waiting = sessionReducer(
    { status: 'signed-out' },
    { type: 'session', user: owner, needsMfa: true },
  );
  expect(waiting).toEqual({ status: 'mfa-required', user: owner });
  expect(sessionReducer(waiting, { type: 'session', user: owner, needsMfa: true })).toEqual(
    waiting,
  );
  expect(sessionReducer(waiting, { type: 'checked', user: owner, staff: true })).toEqual(waiting);
  expect(sessionReducer(waiting, { type: 'session', user: owner, needsMfa: false })).toEqual({
    status: 'checking',
    user: owner,
  });
  const ended = sessionReducer(signedIn, { type: 'session', user: null });
  const halfway = sessionReducer(ended, { type: 'session', user: owner, needsMfa: true });
  expect(halfway).toEqual({ ...signedIn, ended: 'mfa' });
  expect(sessionReducer(halfway, { type: 'session', user: owner, needsMfa: false })).toEqual(
    signedIn,
  );
});
