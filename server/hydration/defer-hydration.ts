import { closedAnnouncementSource, deferredType } from './bootstrap-hydration.ts';

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
 * Gives React's module script a type that browsers do not run, until the bootstrap script loads it.
 * If React Router writes a page differently, it is returned unchanged and loads its scripts at
 * once.
 */
export function deferHydration(html: string, nonce: string, bootstrap: string): string {
  const trusted = `<script nonce="${nonce}"`;
  const module = `${trusted} type="module" async="">`;
  const headEnd = html.indexOf('</head>');
  const start = html.indexOf(module);
  if (headEnd < 0 || start < headEnd || html.indexOf(module, start + 1) > 0) return html;
  const modules: string[] = [];
  const head = html
    .slice(0, headEnd)
    .replaceAll(/<link rel="modulepreload" href="([^"]*)"[^>]*>/g, (_link, href: string) => {
      modules.push(href);
      return '';
    });
  const closing = html.includes(' id="announcement"') ? closedAnnouncementSource : '';
  return [
    head,
    `${trusted}>${bootstrap}${closing}</script>${trusted} type="speculationrules">${speculationRules}</script>`,
    html.slice(headEnd, start),
    `${trusted} type="${deferredType}" data-modules="${modules.join(' ')}">`,
    html.slice(start + module.length),
  ].join('');
}
