import type { Caller, DatabaseError } from '#backend/database/database.ts';
import type { ErrorBody } from './errors.ts';

/** Statuses of single SQLSTATEs, before those of their classes. */
const statuses: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53100': 507,
  '57014': 504,
  P0001: 400,
};

const classStatuses: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '55': 500,
  '57': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/**
 * The HTTP status for an error of PostgreSQL, as PostgREST maps them
 * (https://docs.postgrest.org/en/stable/references/errors.html#status-codes). Where it would answer
 * 500 to what a client can cause, limits of a statement's size (54) and an upsert that meets one row
 * twice (21), this answers 400; a cancelled statement is 504, a full disk 507.
 */
export function statusOf({ code }: DatabaseError, role: Caller['role']): number {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  const raised = /^PT([45]\d\d)$/.exec(code)?.[1];
  if (raised) return Number(raised);
  return statuses[code] ?? classStatuses[code.slice(0, 2)] ?? 400;
}

/**
 * What the client reads of an error of PostgreSQL. Faults of the server keep their code and lose
 * their text, which may name what is nobody's business.
 */
export function bodyOf(error: DatabaseError, status: number): ErrorBody {
  const { code, message, detail, hint } = error;
  if (status >= 500 && status !== 504 && !code.startsWith('PT')) {
    return { code, message: 'The database could not answer', details: null, hint: null };
  }
  return { code, message, details: detail ?? null, hint: hint ?? null };
}
