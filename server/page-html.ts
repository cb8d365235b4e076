import { createHash } from 'node:crypto';

/** The first markup that React renders in its container (app/root.tsx). */
const stylesheetLinks =
  /(?<=<div id="page">)(?:<link rel="stylesheet" href="\/assets\/[\w.-]+\.css"\/>)+/;
const picture = /<picture[^>]*>(?:(?!<\/picture>)[\s\S])*?<\/picture>/g;
const image = /<img src="\/pictures\/\d+\/jpeg\/([^"]+)"/;
const imageStyle = /(<img [^>]*style=")/;
/** These images leave part of their frame free, where a placeholder would stay visible. */
const contained = /\bobject-contain\b/;

/** A cached page cannot have a nonce. Scripts in the content have none and get no hash. */
export function replaceNonceByHashes(
  html: string,
  nonce: string,
): { html: string; hashes: string[] } {
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(
    /<script([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (!attributes.includes(`nonce="${nonce}"`) || /\ssrc=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] };
}

/** Sets a blurred background on images of app/ui/responsive-image.tsx; React ignores the style when it hydrates. */
export function injectImagePlaceholders(
  html: string,
  getPlaceholder: (key: string) => string | undefined,
): string {
  if (!html.includes('<picture')) return html;
  return html.replaceAll(picture, (element) => {
    const [, key] = image.exec(element) ?? [];
    if (!key || contained.test(element)) return element;
    const placeholder = getPlaceholder(decodeURIComponent(key));
    if (!placeholder) return element;
    const background = `background:url(${placeholder}) 50%/cover`;
    const styled = element.replace(imageStyle, `$1${background};`);
    return styled === element ? element.replace('<img ', `<img style="${background}" `) : styled;
  });
}

/**
 * Inlines the last stylesheet, which includes all others (app/app.css), in the head. The links
 * stay, disabled, because hydration expects them.
 */
export function inlineStylesheets(html: string, readStylesheet: (path: string) => string): string {
  const [links = ''] = stylesheetLinks.exec(html) ?? [];
  const [, last] = /.*href="([^"]*)"/.exec(links) ?? [];
  const headEnd = html.indexOf('</head>');
  if (last === undefined || headEnd < 0) return html;
  const body = html.slice(headEnd).replace(links, links.replaceAll('/>', ' disabled=""/>'));
  return `${html.slice(0, headEnd)}<style>${readStylesheet(last)}</style>${body}`;
}
