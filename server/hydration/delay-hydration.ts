import { laterType } from './wake.ts';

/** The browser fetches the page behind a link when the visitor is about to follow it. */
const speculation = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: ['/admin*', '/*.*'] } }],
      },
      eagerness: 'moderate',
    },
  ],
});

/** Keeps what a page wakes with at an address of its own, and tells which. */
export type SetAside = (script: string) => Promise<string>;

/** What the framework's module expects to be there: its context, and what the loaders have read. */
const contextScript = /^\s*window\.__reactRouterContext\b/;

/**
 * Lets a page load none of the framework until the visitor first does anything: the framework's one
 * module script gets a type that no browser runs, the links that preload its modules are left out,
 * and the waking script (wake.ts) puts both back. Relies on how React Router writes a page:
 * `<link rel="modulepreload" href>`, one `<script type="module">` with this render's nonce, and after
 * the head, with the nonce, scripts that fill `window.__reactRouterContext`. A page that is written
 * otherwise stays as it is, and hydrates at once.
 *
 * @param html the page, its trusted scripts still marked with the nonce
 * @param wakeScript the waking script
 * @param setAside takes the module with the context out of the page, which then names their address.
 *   The elements stay, empty, as React expects them. Without it they stay in the page.
 */
export async function delayHydration(
  html: string,
  nonce: string,
  wakeScript: string,
  setAside?: SetAside,
): Promise<string> {
  const mark = ` nonce="${nonce}"`;
  const trusted = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => attributes.includes(mark))
    .map(([element, attributes = '', text = '']) => ({ element, attributes, text }));
  const modules = trusted.filter(({ attributes }) => attributes.includes(' type="module"'));
  const [found] = modules;
  const head = html.indexOf('</head>');
  if (modules.length !== 1 || !found || head === -1) return html;
  const preloads: string[] = [];
  const withoutPreloads = (part: string) =>
    part.replaceAll(/<link rel="modulepreload"[^>]*>/g, (link) => {
      preloads.push(/ href="([^"]*)"/.exec(link)?.[1] ?? '');
      return '';
    });
  const [before = '', after = ''] = [html.slice(0, head), html.slice(head)].map(withoutPreloads);
  const later = `type="${laterType}" data-modules="${preloads.join(' ')}"`;
  const start = `<script${mark}>${wakeScript}</script><script${mark} type="speculationrules">${speculation}</script>`;
  if (!setAside) {
    const asleep = `<script${mark} ${later}>${found.text}</script>`;
    return before + start + after.replace(found.element, () => asleep);
  }
  const context = trusted.filter(({ text }) => contextScript.test(text));
  const script = [...context.map(({ text }) => text), found.text].join('\n');
  const empty = context.reduce(
    (rest, { element }) => rest.replace(element, '<script></script>'),
    after,
  );
  const asleep = `<script ${later} src="${await setAside(script)}"></script>`;
  return before + start + empty.replace(found.element, () => asleep);
}
