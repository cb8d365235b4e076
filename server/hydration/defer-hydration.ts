import { deferredType } from './bootstrap-hydration.ts';

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
 * Gives React's module script a type that browsers do not run, until the bootstrap script starts it. A
 * page that React Router writes differently is returned unchanged and hydrates at once.
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
