import { richTextToShow } from '#app/domain/content/rich-text.ts';

/** A page's rich text, safe to be put into the page, whoever stored it. */
export function pageHtml(content: string): string {
  return richTextToShow(content);
}
