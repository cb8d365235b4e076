import { deferredType } from './bootstrap-hydration.ts';

/** The browser prefetches a public page when the visitor points at a link to it. */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: ['/admin*', '/*.*'] } }],
      },
      eagerness: 'moderate',
    },
  ],
});

/**
 * Defers React until the visitor's first interaction: the framework's module script gets a type that
 * browsers do not run, its modulepreload links become its `data-modules`, and the bootstrap script
 * is added to the head. A page that React Router writes differently is returned unchanged and
 * hydrates at once.
 *
 * @param html the page, whose trusted scripts still have the nonce
 * @param bootstrap the text of the bootstrap script
 */
export function deferHydration(html: string, nonce: string, bootstrap: string): string {
  const trusted = `<script nonce="${nonce}"`;
  const module = `${trusted} type="module" async="">`;
  if (html.split(module).length !== 2 || !html.includes('</head>')) return html;
  const modules: string[] = [];
  return html
    .replaceAll(/<link rel="modulepreload" href="([^"]*)"[^>]*>/g, (_link, href: string) => {
      modules.push(href);
      return '';
    })
    .replace(
      '</head>',
      () =>
        `${trusted}>${bootstrap}</script>${trusted} type="speculationrules">${speculationRules}</script></head>`,
    )
    .replace(module, `${trusted} type="${deferredType}" data-modules="${modules.join(' ')}">`);
}
