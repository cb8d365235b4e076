import type { User } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { nextSession } from './session.ts';

const owner = { id: 'owner', email: 'owner@example.com' } as User;
const other = { id: 'other', email: 'other@example.com' } as User;
const atWork = { is: 'staff', user: owner, ended: false } as const;

it('asks for a sign-in where there is no session', () => {
  expect(nextSession({ is: 'loading' }, { type: 'session', user: null })).toEqual({
    is: 'signed-out',
  });
});

it('lets nobody in before the staff list has answered', () => {
  const checking = nextSession({ is: 'signed-out' }, { type: 'session', user: owner });
  expect(checking).toEqual({ is: 'checking', user: owner });
  expect(nextSession(checking, { type: 'checked', user: owner, staff: true })).toEqual(atWork);
  expect(nextSession(checking, { type: 'checked', user: owner, staff: false }).is).toBe(
    'not-staff',
  );
  expect(nextSession(checking, { type: 'checked', user: owner, staff: undefined }).is).toBe(
    'unreachable',
  );
});

it('takes no answer that was meant for somebody else', () => {
  const checking = { is: 'checking', user: other } as const;
  expect(nextSession(checking, { type: 'checked', user: owner, staff: true })).toBe(checking);
  const gone = { is: 'signed-out' } as const;
  expect(nextSession(gone, { type: 'checked', user: owner, staff: true })).toBe(gone);
});

it('keeps the screen where a session ends by itself, and goes on after a new sign-in', () => {
  const ended = nextSession(atWork, { type: 'session', user: null });
  expect(ended).toEqual({ ...atWork, ended: 'session' });
  expect(nextSession(ended, { type: 'session', user: owner })).toEqual(atWork);
});

it('checks again where somebody else signs in', () => {
  expect(nextSession(atWork, { type: 'session', user: other })).toEqual({
    is: 'checking',
    user: other,
  });
});

it('leaves at once on Sign Out', () => {
  expect(nextSession(atWork, { type: 'leave' })).toEqual({ is: 'signed-out' });
});

it('lets nobody in before the code, and keeps open what was', () => {
  const waiting = nextSession(
    { is: 'signed-out' },
    { type: 'session', user: owner, needsCode: true },
  );
  expect(waiting).toEqual({ is: 'needs-code', user: owner });
  expect(nextSession(waiting, { type: 'session', user: owner, needsCode: true })).toEqual(waiting);
  expect(nextSession(waiting, { type: 'checked', user: owner, staff: true })).toEqual(waiting);
  expect(nextSession(waiting, { type: 'session', user: owner, needsCode: false })).toEqual({
    is: 'checking',
    user: owner,
  });
  const ended = nextSession(atWork, { type: 'session', user: null });
  const halfway = nextSession(ended, { type: 'session', user: owner, needsCode: true });
  expect(halfway).toEqual({ ...atWork, ended: 'code' });
  expect(nextSession(halfway, { type: 'session', user: owner, needsCode: false })).toEqual(atWork);
});
