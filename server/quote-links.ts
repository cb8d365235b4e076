import type { Hono } from 'hono';
import type { MatchRoute } from './match-route.ts';

/** The URL of a quote is its key: it is neither cached nor indexed, and no other site gets it as referrer. */
export function protectQuoteLinks(app: Hono, matchRoute: MatchRoute): void {
  app.use(async (context, next) => {
    const { pathname } = new URL(context.req.url);
    if (!matchRoute(pathname)?.pattern.startsWith('quotes/:token')) return next();
    // Forms without a referrer have this origin (https://fetch.spec.whatwg.org/#origin-header).
    if (context.req.header('origin') === 'null') {
      const headers = new Headers(context.req.raw.headers);
      headers.delete('origin');
      context.req.raw = new Request(context.req.raw, { headers });
    }
    await next();
    // `context.header` would copy the response with each of them.
    const { headers } = context.res;
    headers.set('Cache-Control', 'private, no-store');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('X-Robots-Tag', 'noindex, nofollow');
  });
}
