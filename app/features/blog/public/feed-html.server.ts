import sanitizeHtml from 'sanitize-html';
import { richTextToShow } from '#app/lib/rich-text.ts';

/** Sanitizes a post for a feed, with absolute URLs. */
export function feedHtml(content: string, postUrl: string): string {
  const absolute = (name: string) => (tagName: string, attributes: sanitizeHtml.Attributes) => {
    const url = URL.parse(attributes[name] ?? '', postUrl);
    return { tagName, attribs: url ? { ...attributes, [name]: url.href } : attributes };
  };
  return sanitizeHtml(richTextToShow(content), {
    allowedTags: false,
    // Scripts are removed already; otherwise the library warns about them.
    allowVulnerableTags: true,
    allowedAttributes: false,
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    transformTags: { a: absolute('href'), img: absolute('src') },
  });
}
