import type { Hono } from 'hono';

const path = /^\/quotes\/[^/]+(\/(viewed|quote\.pdf|agreement\.pdf))?(\.data)?$/;

/** The URL of a quote is its key: it is neither cached nor indexed, and no other site gets it as referrer. */
export function protectQuoteLinks(app: Hono): void {
  app.use('/quotes/*', async (context, next) => {
    if (!path.test(context.req.path)) return next();
    // Forms without a referrer have this origin (https://fetch.spec.whatwg.org/#origin-header).
    if (context.req.header('origin') === 'null') {
      const headers = new Headers(context.req.raw.headers);
      headers.delete('origin');
      context.req.raw = new Request(context.req.raw, { headers });
    }
    await next();
    context.header('Cache-Control', 'private, no-store');
    context.header('Referrer-Policy', 'no-referrer');
    context.header('X-Robots-Tag', 'noindex, nofollow');
  });
}
