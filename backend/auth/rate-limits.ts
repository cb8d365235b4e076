import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';
import { getSitePrefix } from '#backend/network-of.ts';
import { countInDatabase, type RateLimit } from '#backend/rate-limit.ts';
import { AuthError, type AuthErrorCode } from './auth-error.ts';

const minute = 60;
const hour = 60 * minute;

/** What one address, or everyone for one account, may do. */
export const limits = {
  signInFromAddress: { hits: 60, seconds: 15 * minute },
  signInToAccountFromAddress: { hits: 10, seconds: 15 * minute },
  /** Of an IPv6 /48, which has 65,536 networks. */
  signInFromSite: { hits: 240, seconds: 15 * minute },
  signInToAccountFromSite: { hits: 20, seconds: 15 * minute },
  /** Above what one network or /48 may try, so that one stranger can't lock the owner out. */
  signInToAccount: { hits: 100, seconds: hour },
  refreshFromAddress: { hits: 300, seconds: 5 * minute },
  verifyFromAddress: { hits: 60, seconds: 5 * minute },
  recoverFromAddress: { hits: 20, seconds: hour },
  recoverAccount: { hits: 5, seconds: hour },
  factorCodeOfAccount: { hits: 10, seconds: 15 * minute },
  enrollFactorOfAccount: { hits: 20, seconds: hour },
  currentPasswordOfAccount: { hits: 10, seconds: 15 * minute },
  changeEmailOfAccount: { hits: 5, seconds: hour },
} satisfies Record<string, RateLimit>;

/** The name of a limit with the address or account it counts for. */
export type Counter = { limit: keyof typeof limits; of: string[] };

/**
 * The counters of a sign-in: for the network, its /48 if it has one, and the account. What strangers
 * try on an account does not count for the networks in which somebody of the site is signed in.
 */
export function getSignInCounters(email: string, network: string, isKnown: boolean): Counter[] {
  const site = getSitePrefix(network);
  const ofSite: Counter[] = site
    ? [
        { limit: 'signInFromSite', of: [site] },
        { limit: 'signInToAccountFromSite', of: [email, site] },
      ]
    : [];
  return [
    { limit: 'signInFromAddress', of: [network] },
    { limit: 'signInToAccountFromAddress', of: [email, network] },
    ...ofSite,
    { limit: 'signInToAccount', of: isKnown ? [email, 'known networks'] : [email] },
  ];
}

/**
 * Counts one hit on each counter.
 *
 * @throws AuthError 429 with Retry-After where one of them is used up
 */
export async function takeRateLimit(
  database: Database,
  counters: Counter[],
  code: AuthErrorCode = 'over_request_rate_limit',
): Promise<void> {
  const countHit = countInDatabase(database);
  for (const counter of counters) {
    const wait = await countHit(keyOf(counter), limits[counter.limit]);
    if (wait > 0) throw tooMany(code, wait);
  }
}

/** Forgets the counters: after a sign-in that succeeded, the tries before it count no more. */
export async function resetRateLimit(database: Database, counters: Counter[]): Promise<void> {
  const keys = counters.map(keyOf);
  await sql`delete from private.rate_limits where key in (${sql.join(keys)})`.execute(
    database.owner,
  );
}

/** The address of whoever sent the request, as the backend's entrance wrote it. */
export function addressOf(request: Request): string {
  return request.headers.get('x-ridgeline-address') ?? 'unknown';
}

/** Hashed, so that nobody's e-mail address stands in the counters. */
function keyOf({ limit, of }: Counter): string {
  return `auth:${limit}:${createHash('sha256').update(JSON.stringify(of)).digest('hex')}`;
}

/** A 429 that says in how many seconds to come back. */
export function tooMany(code: AuthErrorCode, seconds: number): AuthError {
  const message =
    code === 'over_email_send_rate_limit'
      ? 'Email rate limit exceeded'
      : 'Request rate limit reached';
  return new AuthError(429, code, message, { headers: { 'retry-after': String(seconds) } });
}
