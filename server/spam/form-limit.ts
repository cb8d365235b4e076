import type { Context, MiddlewareHandler } from 'hono';
import { getSitePrefix, networkOf } from '#backend/network-of.ts';
import { type CountHit, countInMemory } from '#backend/rate-limit.ts';

/** Three times what the forms themselves take from one network, so that those can say so with what was typed. */
const postsOfNetwork = { hits: 300, seconds: 3600 };
/** Of an IPv6 /48, which one customer may have. */
const postsOfSite = { hits: 600, seconds: 3600 };

/**
 * Bounds what one network, and one IPv6 /48, posts to the pages of this process, before a byte of it is read: 429 with
 * Retry-After beyond it. The forms' own limit, which gives back what was typed, is reached before.
 *
 * @param addressOf tells who sent a request
 */
export function limitForms(
  addressOf: (context: Context) => string,
  countHit: CountHit = countInMemory(),
): MiddlewareHandler {
  return async (context, next) => {
    if (context.req.method !== 'POST') return next();
    const network = networkOf(addressOf(context));
    const site = getSitePrefix(network);
    const wait =
      (await countHit(network, postsOfNetwork)) || (site ? await countHit(site, postsOfSite) : 0);
    if (wait === 0) return next();
    const message = 'Too many forms from your network. Please try again in an hour.';
    context.header('Retry-After', String(wait));
    if (!context.req.path.endsWith('.json')) return context.text(message, 429);
    const nothing = { errors: {}, values: {}, images: [], notices: [] };
    return context.json({ sent: false, message, retryAfter: wait, ...nothing }, 429);
  };
}
