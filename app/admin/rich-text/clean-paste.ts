import sanitizeHtml from 'sanitize-html';
import { richTextToStore } from '#app/domain/content/rich-text.ts';
import { wordLists } from './word-lists.ts';

/**
 * What is pasted from a word processor or a web page, as a post may hold it: its words, headings,
 * lists, links and marks, without looks, scripts, and pictures that lie on the writer's computer.
 */
export function cleanPaste(html: string): string {
  const [, fragment = html] = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/i.exec(html) ?? [];
  const plain = richTextToStore(withMeaning(wordLists(fragment)))
    .replace(/<\/?span>/g, '')
    .replace(/<a(?: rel="[^"]*")?>([\s\S]*?)<\/a>/g, '$1');
  return withoutEmpty(plain).trim();
}

/** Bold, italic and the like are styles of spans in some editors; titles are classes of Word. */
function withMeaning(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    nonTextTags: ['script', 'style', 'title', 'xml', 'textarea', 'option', 'noscript', 'head'],
    transformTags: {
      span: byStyle,
      // Google wraps the whole text into a b that is not bold.
      b: (tag, attribs) => ({ tagName: isNormal(attribs) ? 'span' : tag, attribs: {} }),
      p: (tag, attribs) => ({
        tagName: /\bMsoTitle\b/.test(attribs.class ?? '') ? 'h1' : tag,
        attribs: {},
      }),
      div: 'p',
      h4: 'h3',
      h5: 'h3',
      h6: 'h3',
      del: 's',
      ins: 'u',
      // A cell's words stay, each cell's on a line of its own.
      td: 'p',
      th: 'p',
    },
  });
}

const byStyle: sanitizeHtml.Transformer = (_tag, { style = '' }) => {
  const has = (pattern: RegExp) => pattern.test(`;${style.toLowerCase()}`);
  if (has(/;\s*font-weight:\s*(bold|[6-9]00)/)) return { tagName: 'strong', attribs: {} };
  if (has(/;\s*font-style:\s*italic/)) return { tagName: 'em', attribs: {} };
  if (has(/text-decoration(-line)?:[^;]*line-through/)) return { tagName: 's', attribs: {} };
  if (has(/text-decoration(-line)?:[^;]*underline/)) return { tagName: 'u', attribs: {} };
  return { tagName: 'span', attribs: {} };
};

const isNormal = ({ style = '' }: sanitizeHtml.Attributes) =>
  /(^|;)\s*font-weight:\s*(normal|400)/i.test(style);

/** Takes out paragraphs and marks around nothing, and paragraphs around blocks. */
function withoutEmpty(html: string): string {
  const emptied = html
    .replace(/<(strong|b|em|i|u|s|h[1-3])>(\s|&nbsp;|\u00a0)*<\/\1>/g, ' ')
    .replace(/<p>(?:\s|&nbsp;|\u00a0)*(?=<(?:p|h[1-3]|ul|ol|pre|blockquote)\b)/g, '')
    .replace(/(<\/(?:p|h[1-3]|ul|ol|pre|blockquote)>)(?:\s|&nbsp;|\u00a0)*<\/p>/g, '$1')
    .replace(/<p>(?:\s|&nbsp;|\u00a0|<br \/>)*<\/p>/g, '')
    .replace(
      /(<\/(?:p|h[1-3]|ul|ol|pre|blockquote)>)\s*<br \/>\s*(?=<(?:p|h[1-3]|ul|ol|pre|blockquote)\b|$)/g,
      '$1',
    )
    .replace(/<(\/(?:p|h[1-3]|ul|ol|li|blockquote))>\s+(?=<)/g, '<$1>');
  return emptied === html ? html : withoutEmpty(emptied);
}
