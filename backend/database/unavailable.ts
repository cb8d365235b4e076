import { isDatabaseError } from './database.ts';

/** Error codes of the system for a server that can't be reached. */
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

/** Messages of pg and its pool for a connection that was lost or not opened in time. */
const lostInPool =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end)/;

/**
 * Returns true if the database can't be reached or is overloaded, so that the same request may succeed
 * later: PostgreSQL's classes 08 (connection), 53 (resources, without a full disk) and 57P (shutdown,
 * crash, start), https://www.postgresql.org/docs/current/errcodes-appendix.html, and errors of the
 * system and the driver.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (isDatabaseError(error)) return /^(08|53|57P)/.test(code) && !isDiskFull(error);
  // A Unix socket is missing if its server is not running.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return lostConnection.has(code) || lostInPool.test(error.message);
}

/** Returns true if a statement exceeded the time limit of its caller and was cancelled. */
export function isStatementTimeout(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '57014';
}

/** Returns true if there is no space left, on the database's disk or on this process's. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT';
}

/** Retry-After, in seconds. */
export const retryAfterUnavailable = '10';
