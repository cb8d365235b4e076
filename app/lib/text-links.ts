import { isHttpUrl } from './validators.ts';

/** A piece of a text; `href` if it is a link. */
export type TextPart = { text: string; href?: string };

const url = /(https?:\/\/[^\s<>"]+)/i;

/**
 * Splits a plain text at its http and https URLs, in order. The punctuation that ends a sentence after a URL, or
 * closes a bracket around it, is not part of it.
 */
export function splitLinks(text: string): TextPart[] {
  return text.split(url).flatMap((piece, index): TextPart[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ text: piece }];
    const end = piece.includes('(') ? /[.,;:!?'’”]+$/ : /[.,;:!?'’”)\]]+$/;
    const href = piece.replace(end, '');
    if (!isHttpUrl(href)) return [{ text: piece }];
    const rest = piece.slice(href.length);
    return rest === '' ? [{ text: href, href }] : [{ text: href, href }, { text: rest }];
  });
}
