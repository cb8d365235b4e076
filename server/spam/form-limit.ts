import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { networkOf } from '#backend/network-of.ts';

const formsPerHour = 100;
const hour = 3_600_000;
/** Networks that are counted at once; whoever sends from more of them meets the tables' own limit. */
const mostNetworks = 10_000;

/**
 * Bounds the forms that one network sends to this process within an hour: 429 with Retry-After
 * beyond it. It holds on the hosted platform too, whose tables see no visitor's address.
 *
 * @param addressOf tells who sent a request
 * @param clock milliseconds that only ever grow
 */
export function limitForms(
  addressOf: (context: Context) => string,
  clock: { now: () => number } = performance,
): MiddlewareHandler {
  const sent = new LRUCache<string, number>({
    max: mostNetworks,
    ttl: hour,
    ttlResolution: 0,
    perf: clock,
  });
  return async (context, next) => {
    if (context.req.method !== 'POST') return next();
    const network = networkOf(addressOf(context));
    const count = (sent.get(network) ?? 0) + 1;
    // The hour begins with the first of them.
    sent.set(network, count, { noUpdateTTL: true });
    if (count <= formsPerHour) return next();
    return context.text('Too many forms from your network. Please try again in an hour.', 429, {
      'Retry-After': String(hour / 1000),
    });
  };
}
