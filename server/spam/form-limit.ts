import type { Context, MiddlewareHandler } from 'hono';
import { getSitePrefix, toNetwork } from '#backend/client-network.ts';
import { type CountHit, countInMemory } from '#backend/limits.ts';
import { busyResponse } from '#server/error-responses.ts';

/** Three times the limit of forms, because a rejected form comes back with its input. */
const maxPerNetwork = { hits: 300, seconds: 3600 };
/** Per IPv6 /48, which one customer may have. */
const maxPerSite = { hits: 600, seconds: 3600 };

/** Limits the posts of a network and of an IPv6 /48 before their bodies are read: 429 with Retry-After. */
export function limitForms(
  getIp: (context: Context) => string,
  countHit: CountHit = countInMemory(),
): MiddlewareHandler {
  return async (context, next) => {
    if (context.req.method !== 'POST') return next();
    const network = toNetwork(getIp(context));
    const site = getSitePrefix(network);
    const wait =
      (await countHit(network, maxPerNetwork)) || (site ? await countHit(site, maxPerSite) : 0);
    if (wait === 0) return next();
    const message = 'Too many forms from your network. Please try again in an hour.';
    const headers = { 'Retry-After': String(wait) };
    if (!context.req.path.endsWith('.json')) {
      return busyResponse(429, 'Your form was not sent', message, headers);
    }
    const empty = { errors: {}, values: {}, images: [], notices: [] };
    return context.json({ sent: false, message, retryAfter: wait, ...empty }, 429, headers);
  };
}
