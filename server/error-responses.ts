import { html } from 'hono/html';
import { type CachedResponse, createCachedResponse } from '#server/page-cache/cached-response.ts';
import { securityHeaders } from './security-headers.ts';

/** Returns an error as plain text that isn't cached. */
export const textError = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Response(message, { status, headers: { 'Cache-Control': 'no-store', ...headers } });

/** A link to somewhere else on the site. */
type Link = readonly [href: string, label: string];

const waysOn: readonly Link[] = [
  ['/', 'Go to the home page'],
  ['/sheds', 'See our sheds'],
  ['/contact', 'Contact us'],
];

/**
 * Returns a page for a refused request. It costs no render and reads nothing.
 *
 * @param text what happened and what to do, without markup
 * @param retry markup to try again with
 */
function renderBusyPage(
  heading: string,
  text: string,
  retry = '<p><a href="">Try again</a></p>',
): string {
  const links = waysOn.map(([href, label]) => `<li><a href="${href}">${label}</a></li>`).join('');
  return `<!doctype html>
<html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${heading}</title><style>
body{margin:0;background:#f8f7f3;color:#1d2420;font:1.125rem/1.5 system-ui,sans-serif}
main{max-width:38rem;margin:0 auto;padding:4rem 1.25rem}
h1{font-size:2rem;line-height:1.15}a{color:inherit}ul{padding:0;list-style:none}li{margin:.75rem 0}
</style></head><body><main><h1>${heading}</h1><p>${text}</p>
${retry}<ul>${links}</ul></main></body></html>
`;
}

/** Returns a refusal as a page that isn't cached. */
export function busyResponse(
  status: number,
  heading: string,
  text: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(renderBusyPage(heading, text), {
    status,
    headers: { ...securityHeaders, ...htmlHeaders, ...headers },
  });
}

/**
 * Answers a post whose page can't be shown, with a form that sends the same fields again. The website's policy for
 * pages allows it.
 *
 * @param posted an unread copy of the post; undefined if it was too large to keep
 */
export async function busyFormResponse(posted: Request | undefined): Promise<Response> {
  const fields = (await posted?.formData().catch(() => undefined)) ?? [];
  const inputs = [...fields].flatMap(([name, value]) =>
    typeof value === 'string' ? html`<input type="hidden" name="${name}" value="${value}">` : [],
  );
  const retry = posted
    ? html`<form method="post">${inputs}<button>Send again</button></form>`
    : "<p>Use your browser's Back button to return to your form.</p>";
  const text =
    "We can't show the result of your form right now. Please send it again in a few seconds.";
  return new Response(renderBusyPage('Our website is busy right now', text, String(await retry)), {
    status: 503,
    headers: { ...htmlHeaders, 'Retry-After': '5' },
  });
}

/** Does the same once, for thousands of requests. */
export function createBusyResponse(
  status: number,
  heading: string,
  text: string,
  headers: Record<string, string>,
): Promise<CachedResponse> {
  const all = new Headers({ ...securityHeaders, ...htmlHeaders, ...headers });
  return createCachedResponse(status, all, Buffer.from(renderBusyPage(heading, text)));
}

const htmlHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
