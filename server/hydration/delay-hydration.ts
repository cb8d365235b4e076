import { laterType, wakeScript } from './wake.ts';

/** The browser fetches the page behind a link when the visitor is about to follow it. */
const speculation = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: '/admin*' } },
          { not: { href_matches: '/*.*' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

/**
 * Lets a page load none of the framework until the visitor first does anything: the framework's one
 * module script gets a type that no browser runs, the links that preload its modules are left out,
 * and the waking script (wake.ts) puts both back. Relies on how React Router writes a page:
 * `<link rel="modulepreload" href>` and one `<script type="module">` with this render's nonce. A page
 * that is written otherwise stays as it is, and hydrates at once.
 *
 * @param html the page, its trusted scripts still marked with the nonce
 */
export function delayHydration(html: string, nonce: string): string {
  const mark = ` nonce="${nonce}"`;
  const modules = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes = '']) => attributes.includes(mark) && attributes.includes(' type="module"'),
  );
  const [found] = modules;
  const head = html.indexOf('</head>');
  if (modules.length !== 1 || !found || head === -1) return html;
  const preloads: string[] = [];
  const withoutPreloads = (part: string) =>
    part.replaceAll(/<link rel="modulepreload"[^>]*>/g, (link) => {
      preloads.push(/ href="([^"]*)"/.exec(link)?.[1] ?? '');
      return '';
    });
  const [before, after] = [html.slice(0, head), html.slice(head)].map(withoutPreloads);
  const asleep = `<script${mark} type="${laterType}" data-modules="${preloads.join(' ')}">${found[2]}</script>`;
  return [
    before,
    `<script${mark}>${wakeScript}</script>`,
    `<script${mark} type="speculationrules">${speculation}</script>`,
    after?.replace(found[0], () => asleep),
  ].join('');
}
