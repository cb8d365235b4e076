import { richTextToShow } from '#app/domain/content/rich-text.ts';

/** A post's rich text, safe to be put into the page, whoever stored it. */
export function postHtml(content: string): string {
  return richTextToShow(content);
}
