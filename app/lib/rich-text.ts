import sanitizeHtml from 'sanitize-html';
import { normalizeLinkUrl } from './rich-text-urls.ts';

const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 's', 'strike'],
    ...['ol', 'ul', 'li', 'blockquote', 'pre', 'code', 'a', 'img', 'span'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt', 'width', 'height'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
};

/** Phone numbers and email addresses become those that devices dial and write to; a link to none is text. */
export const safeLink: sanitizeHtml.Transformer = (tagName, { href, ...attribs }) => {
  const url = href && /^\s*(?:tel|mailto):/i.test(href) ? normalizeLinkUrl(href) : href;
  return {
    tagName,
    attribs: { ...(url !== undefined && { href: url }), ...attribs, rel: 'noopener nofollow' },
  };
};

/**
 * A post's rich text, safe to be stored.
 * @param transformTags what else is changed, before tags, attributes and addresses are checked
 */
export function richTextToStore(
  html: string,
  transformTags: sanitizeHtml.IOptions['transformTags'] = {},
): string {
  return sanitizeHtml(html, { ...rules, transformTags: { a: safeLink, ...transformTags } });
}

const tableTags = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const scrollable = (tag: string) => sanitizeHtml.simpleTransform(tag, { tabindex: '0' });

/** Safe HTML below the page's own h1. Imported tables stay; what may scroll is focusable. */
export function richTextToShow(html: string): string {
  return sanitizeHtml(html, {
    ...rules,
    allowedTags: [...(rules.allowedTags || []), ...tableTags],
    allowedAttributes: {
      ...(rules.allowedAttributes || {}),
      pre: ['tabindex'],
      table: ['tabindex'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
    },
    transformTags: { h1: 'h2', a: safeLink, pre: scrollable('pre'), table: scrollable('table') },
  });
}

/** A part of rich text: HTML, or the text of a block's attribute. */
type Part = { html: string; block?: never } | { block: string; html?: never };

const blockElement = /<div data-block="([^"]*)">\s*<\/div>/;
const attributeEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * Splits HTML at the elements `<div data-block="…">`. The HTML of its parts isn't balanced where a block was nested, so
 * sanitize each.
 */
export function splitAtBlocks(html: string): Part[] {
  const sanitized = sanitizeHtml(html, {
    ...rules,
    allowedTags: [...(rules.allowedTags || []), ...tableTags, 'div'],
    allowedAttributes: { ...(rules.allowedAttributes || {}), div: ['data-block'] },
  });
  return sanitized.split(blockElement).map((part, index) =>
    index % 2 === 0
      ? { html: part }
      : {
          block: part.replace(/&(amp|lt|gt|quot);/g, (_, name) => attributeEntities[name] ?? ''),
        },
  );
}
