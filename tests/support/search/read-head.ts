import type { JsonLd } from './vocabulary.ts';

/** A page's metadata for search engines and social networks. */
type Head = {
  title: string;
  canonical: string[];
  /** Contents by name or property, in the order of the page. */
  meta: Record<string, string[]>;
  /** One graph for each JSON-LD script. */
  graphs: JsonLd[][];
};

/** Reads the head of a page as a crawler without scripts does. */
export function readHead(html: string): Head {
  const meta: Record<string, string[]> = {};
  for (const [, key = '', content = ''] of html.matchAll(
    /<meta (?:name|property)="([^"]*)" content="([^"]*)"/g,
  )) {
    meta[key] = [...(meta[key] ?? []), decode(content)];
  }
  return {
    title: decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    canonical: [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href = '']) =>
      decode(href),
    ),
    meta,
    graphs: [
      ...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g),
    ].map(([, json = '']) => JSON.parse(json)['@graph']),
  };
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
