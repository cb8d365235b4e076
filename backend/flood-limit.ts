import type { ResolveCaller } from './auth/caller.ts';
import { getSitePrefix } from './network-of.ts';
import { countInMemory, TooManyRequests } from './rate-limit.ts';

const minute = 60;

/** What one network and one account may ask of the services, whatever it is. */
export type FloodLimit = {
  /** @returns the seconds to wait, 0 within the limit */
  ofNetwork(network: string): Promise<number>;
  /** Tells callers like `callerOf`, and counts each account. @throws TooManyRequests */
  ofAccounts(callerOf: ResolveCaller): ResolveCaller;
};

/**
 * Keeps one caller from taking the whole process: so many requests a minute from each network
 * (`networkOf`), four times as many from each IPv6 /48, and as many from each account. Counted in memory, each process for itself: a count
 * in the database would cost as much as what it protects.
 *
 * @param requestsPerMinute 0 for no limit
 */
export function createFloodLimit(requestsPerMinute: number): FloodLimit {
  const countHit = countInMemory();
  const limit = { hits: requestsPerMinute, seconds: minute };
  const count = async (key: string) => (requestsPerMinute === 0 ? 0 : countHit(key, limit));
  const siteLimit = { ...limit, hits: 4 * requestsPerMinute };
  return {
    ofNetwork: async (network) => {
      const site = requestsPerMinute === 0 ? undefined : getSitePrefix(network);
      const wait = await count(`network:${network}`);
      return wait > 0 || !site ? wait : countHit(`site:${site}`, siteLimit);
    },
    ofAccounts: (callerOf) => async (request) => {
      const caller = await callerOf(request);
      if (caller.role !== 'authenticated') return caller;
      const wait = await count(`account:${String(caller.claims.sub)}`);
      if (wait > 0) throw new TooManyRequests(wait);
      return caller;
    },
  };
}

/** A refusal that the clients of all four services can read. */
export function floodResponse(wait: number): Response {
  const code = 'over_request_rate_limit';
  const message = 'Too many requests, please try again later';
  return Response.json(
    { code, message, details: null, hint: null, statusCode: '429', error: message, success: false },
    { status: 429, headers: { 'Retry-After': String(wait), 'x-sb-error-code': code } },
  );
}
