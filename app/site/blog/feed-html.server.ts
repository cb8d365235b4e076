import sanitizeHtml from 'sanitize-html';
import { richTextToShow } from '#app/domain/content/rich-text.ts';

/**
 * A post's rich text, safe, with the full addresses that a feed needs.
 * @param address the post's own, from which its links and pictures are meant
 */
export function feedHtml(content: string, address: string): string {
  const absolute = (name: string) => (tagName: string, attributes: sanitizeHtml.Attributes) => {
    const url = URL.parse(attributes[name] ?? '', address);
    return { tagName, attribs: url ? { ...attributes, [name]: url.href } : attributes };
  };
  return sanitizeHtml(richTextToShow(content), {
    allowedTags: false,
    // What runs is gone already; without this the library warns on standard error at each post.
    allowVulnerableTags: true,
    allowedAttributes: false,
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    transformTags: { a: absolute('href'), img: absolute('src') },
  });
}
