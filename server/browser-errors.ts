import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { parseJson } from '#app/lib/parse-json.ts';
import { getCustomerKey, toNetwork } from '#backend/client-network.ts';
import { type CountHit, countInMemory } from '#backend/limits.ts';
import { readBytes } from '#backend/request-body.ts';
import type { MatchRoute } from './match-route.ts';

const maxBodyBytes = 16 * 1024;
const maxPerNetwork = { hits: 10, seconds: 60 };
const maxInTotal = { hits: 60, seconds: 60 };

const report = z.object({
  message: z.string().transform((text) => text.slice(0, 500)),
  stack: z
    .string()
    .transform((text) => text.slice(0, 2000))
    .optional(),
  path: z.string().max(2000),
});

/**
 * Logs errors that public pages report (`app/hydration/keep-page.tsx`): 204, else 400, 413 or 429.
 * It logs the route instead of the path, without query strings, and stores nothing.
 */
export function logBrowserErrors(
  app: Hono,
  options: {
    getIp: (context: Context) => string;
    matchRoute: MatchRoute;
    log: { error(details: object, message: string): void };
    countHit?: CountHit;
  },
): void {
  const { getIp, matchRoute, log, countHit = countInMemory() } = options;
  app.post('/browser-errors', async (context) => {
    const network = getCustomerKey(toNetwork(getIp(context)));
    const wait = (await countHit(network, maxPerNetwork)) || (await countHit('', maxInTotal));
    if (wait > 0) return context.text('Too many reports.', 429, { 'Retry-After': String(wait) });
    const body = await readBytes(context.req.raw, maxBodyBytes).catch(() => undefined);
    if (!body) return context.text('This report is too large.', 413);
    const parsed = report.safeParse(parseJson(body.toString('utf8')));
    if (!parsed.success) return context.text('Not a valid error report.', 400);
    const { message, stack, path } = parsed.data;
    const page = `/${matchRoute(path)?.pattern ?? '*'}`;
    log.error(
      { page, message: withoutQueries(message), stack: stack && withoutQueries(stack) },
      'Browser script failed',
    );
    return context.body(null, 204);
  });
}

function withoutQueries(text: string): string {
  return text.replace(/(https?:\/\/[^\s?#]+)[?#][^\s)]*/g, '$1');
}
