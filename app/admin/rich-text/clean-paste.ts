import { richTextToStore } from '#app/domain/rich-text.ts';

/**
 * What is pasted from a word processor or a web page, as a post may hold it. Word's list entries,
 * which are paragraphs with a drawn marker, become lists.
 */
export function cleanPaste(html: string): string {
  const listed = html
    .replace(/<p[^>]*class=["']?MsoList\w*["']?[^>]*>([\s\S]*?)<\/p>/gi, (_all, entry: string) =>
      listEntry(entry),
    )
    .replace(/<\/(ul|ol)>\s*<\1>/g, '');
  return richTextToStore(listed).replace(/<\/?span>/g, '');
}

/** The comment that Word puts around an entry's marker: https://learn.microsoft.com/office, "supportLists". */
const marker =
  /(?:<!--)?\[if !supportLists\](?:-->)?([\s\S]*?)(?:<!--)?\[endif\](?:-->)?|<!\[if !supportLists\]>([\s\S]*?)<!\[endif\]>/i;

function listEntry(entry: string): string {
  const found = marker.exec(entry);
  const drawn = (found?.[1] ?? found?.[2] ?? '').replace(/<[^>]*>/g, '');
  const list = /^\W*[\da-z]{1,3}[.)]/i.test(drawn) ? 'ol' : 'ul';
  return `<${list}><li><p>${entry.replace(marker, '').trim()}</p></li></${list}>`;
}
