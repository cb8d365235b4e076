import { Parser } from 'htmlparser2';
import { richTextToStore } from '#app/lib/rich-text.ts';
import { plainText } from '#app/lib/summary.ts';
import { ImportFileError } from './read-file.ts';

// WordPress's export, an RSS file with elements of its own (WXR).

const maxItems = 20_000;
const maxDepth = 100;
/** WordPress writes instructions of 2,000 characters. */
const maxPrologLength = 20_000;

/** The elements of an item that are read, by the names of WXR 1.0 to 1.2. */
const itemFields = [
  ...(['title', 'link', 'dc:creator', 'content:encoded', 'excerpt:encoded', 'wp:post_id'] as const),
  ...(['wp:post_name', 'wp:post_type', 'wp:status', 'wp:post_date_gmt', 'wp:post_date'] as const),
  ...(['wp:post_password', 'wp:attachment_url', 'wp:post_parent', 'wp:menu_order'] as const),
] as const;
type ItemField = (typeof itemFields)[number];
const isItemField = (name: string): name is ItemField => itemFields.some((field) => field === name);

export type Item = Partial<Record<ItemField, string>> & {
  line: number;
  thumbnailId?: string;
  alt?: string;
};

/** `authors` are display names by sign-in name. */
type Export = { items: Item[]; authors: Map<string, string> };

/**
 * Reads the items of an export. Entities other than XML's own five are text: there is no document type to declare any.
 * @throws ImportFileError if it is not an export, or declares a document type
 */
export function readExport(text: string): Export {
  const prolog = /^(\s|\uFEFF|<\?[^>]*\?>|<!--[\s\S]*?-->)*/;
  if (!/^<rss[\s>]/.test(text.slice(0, maxPrologLength).replace(prolog, ''))) {
    throw new ImportFileError(
      "This isn't a WordPress export. In WordPress, go to Tools > Export and choose All content.",
    );
  }
  const items: Item[] = [];
  const authors = new Map<string, string>();
  let login = '';
  const path: string[] = [];
  let item: Item | undefined;
  let meta: { key: string; value: string } | undefined;
  let line = 1;
  let position = 0;
  let collected = '';
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        collected = '';
        if (path.length > maxDepth || items.length > maxItems) {
          throw new ImportFileError('This export is too large or damaged.');
        }
        if (name === 'item' && path.join('/') === 'rss/channel/item') {
          for (; position < parser.startIndex; position += 1)
            if (text[position] === '\n') line += 1;
          item = { line };
          items.push(item);
        }
        if (name === 'wp:postmeta') meta = { key: '', value: '' };
      },
      ontext(part) {
        collected += part;
      },
      onclosetag(name) {
        path.pop();
        if (item && path.length === 3 && isItemField(name)) item[name] = collected;
        if (name === 'wp:author_login') login = collected.trim();
        if (name === 'wp:author_display_name') authors.set(login, toPlainText(collected));
        if (meta && name === 'wp:meta_key') meta.key = collected.trim();
        if (meta && name === 'wp:meta_value') meta.value = collected.trim();
        if (item && meta && name === 'wp:postmeta') {
          if (meta.key === '_thumbnail_id') item.thumbnailId = meta.value;
          if (meta.key === '_wp_attachment_image_alt') item.alt = meta.value;
          meta = undefined;
        }
        if (name === 'item') item = undefined;
        collected = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return { items, authors };
}

/** A title, excerpt or name may have tags and any of HTML's entities. */
export const toPlainText = (html = '') => plainText(richTextToStore(html.slice(0, 5000)));
