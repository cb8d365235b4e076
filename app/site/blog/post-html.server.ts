import sanitizeHtml from 'sanitize-html';

/** A post's rich text, safe to be put into the page: what the editor can make and nothing else. */
export function postHtml(content: string): string {
  return sanitizeHtml(content, {
    allowedTags: [
      ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 's', 'strike'],
      ...['ol', 'ul', 'li', 'blockquote', 'pre', 'code', 'a', 'img', 'span'],
    ],
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt', 'width', 'height'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    transformTags: {
      // The page's own heading is the post's title.
      h1: 'h2',
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }),
    },
  });
}
