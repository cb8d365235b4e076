import { isDatabaseError } from './database.ts';

/** What the system says where nobody answers, or somebody stops answering. */
const lostConnection = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** What pg and its pool say of a connection that is gone, or that could not be had in time. */
const lostInPool =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end)/;

/**
 * Tells that the database can't be reached or takes no more work for the time being, so that the
 * same request may succeed later. By PostgreSQL's classes 08 (connection), 53 (resources) and 57P
 * (shutdown, crash, start), https://www.postgresql.org/docs/current/errcodes-appendix.html, but
 * for a full disk; otherwise by what the system or the driver says.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (isDatabaseError(error)) return /^(08|53|57P)/.test(code) && !isDiskFull(error);
  // A socket in a folder is missing where its server is not running.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return lostConnection.has(code) || lostInPool.test(error.message);
}

/** Tells that there is no space left: on the database's disk, or on the one of this process. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT';
}

/** After how many seconds it is worth to ask again, for Retry-After. */
export const retryAfterUnavailable = '10';
