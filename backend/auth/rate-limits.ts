import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { getSitePrefix } from '#backend/client-network.ts';
import type { Database } from '#backend/database/database.ts';
import { countInDatabase, type RateLimit } from '#backend/limits.ts';
import { rateLimited } from './errors.ts';

const minute = 60;
const hour = 60 * minute;

/** How often one network, one IPv6 /48, or all networks together on one account may try. */
export const limits = {
  signInPerNetwork: { hits: 60, seconds: 15 * minute },
  signInPerAccountAndNetwork: { hits: 10, seconds: 15 * minute },
  /** Of an IPv6 /48, which has 65,536 networks. */
  signInPerSite: { hits: 240, seconds: 15 * minute },
  signInPerAccountAndSite: { hits: 20, seconds: 15 * minute },
  /** Higher than the limit of one network or /48, so that one stranger can't lock the owner out. */
  signInPerAccount: { hits: 100, seconds: hour },
  refreshPerNetwork: { hits: 300, seconds: 5 * minute },
  verifyPerNetwork: { hits: 60, seconds: 5 * minute },
  recoverPerNetwork: { hits: 20, seconds: hour },
  recoverPerAccountAndNetwork: { hits: 5, seconds: hour },
  recoverPerAccount: { hits: 10, seconds: hour },
  /** Applies once the limit above is used up: the newest email keeps a working link. */
  recoverPerAccountInStorm: { hits: 1, seconds: 10 * minute },
  totpCodePerAccount: { hits: 10, seconds: 15 * minute },
  challengePerSession: { hits: 30, seconds: 5 * minute },
  enrollPerAccount: { hits: 20, seconds: hour },
  currentPasswordPerAccount: { hits: 10, seconds: 15 * minute },
  changeEmailPerAccount: { hits: 5, seconds: hour },
  invitePerAccount: { hits: 20, seconds: hour },
  invitePerAddress: { hits: 5, seconds: hour },
  mailChangePerAccount: { hits: 30, seconds: hour },
  mailTestPerAccount: { hits: 10, seconds: hour },
  domainCheckPerAccount: { hits: 30, seconds: hour },
  backupDownloadPerAccount: { hits: 10, seconds: hour },
  backupRestorePerAccount: { hits: 5, seconds: hour },
} satisfies Record<string, RateLimit>;

/** A limit with the network or account that it counts. */
export type Counter = [limit: keyof typeof limits, ...key: string[]];

/**
 * Returns the counters of a sign-in: the network, its /48 if it has one, and the account. Attempts
 * by strangers do not count against known networks.
 */
export function getSignInCounters(email: string, network: string, isKnown: boolean): Counter[] {
  const site = getSitePrefix(network);
  const siteCounters: Counter[] = site
    ? [
        ['signInPerSite', site],
        ['signInPerAccountAndSite', email, site],
      ]
    : [];
  return [
    ['signInPerNetwork', network],
    ['signInPerAccountAndNetwork', email, network],
    ...siteCounters,
    isKnown ? ['signInPerAccount', email, 'known networks'] : ['signInPerAccount', email],
  ];
}

/**
 * Counts one hit on each counter.
 *
 * @throws HttpError 429 with Retry-After if one of them is used up
 */
export async function takeRateLimit(
  database: Database,
  counters: Counter[],
  code = 'over_request_rate_limit',
): Promise<void> {
  const countHit = countInDatabase(database);
  for (const counter of counters) {
    const retryAfter = await countHit(getKey(counter), limits[counter[0]]);
    if (retryAfter > 0) throw rateLimited(code, retryAfter);
  }
}

/** Counts one hit like takeRateLimit, and returns false if the counter is used up. */
export async function isWithinLimit(database: Database, counter: Counter): Promise<boolean> {
  return (await countInDatabase(database)(getKey(counter), limits[counter[0]])) === 0;
}

/** Resets the counters: after a successful sign-in, the tries before it no longer count. */
export async function resetRateLimit(database: Database, counters: Counter[]): Promise<void> {
  const keys = counters.map(getKey);
  await sql`delete from private.rate_limits where key in (${sql.join(keys)})`.execute(
    database.owner,
  );
}

/** Keys are hashed, so that the table of counters contains no email addresses. */
function getKey([limit, ...key]: Counter): string {
  return `auth:${limit}:${createHash('sha256').update(JSON.stringify(key)).digest('hex')}`;
}
