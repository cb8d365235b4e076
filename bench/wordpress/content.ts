import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** What a page shows, in its order: as an owner would put it into WordPress's editor. */
type Piece =
  | { kind: 'heading'; level: number; html: string }
  | { kind: 'paragraph' | 'quote'; html: string }
  | { kind: 'item'; html: string; ordered: boolean }
  | { kind: 'image'; source: string; alt: string };

/** The source of an image is the name of its file in the folder of `readContent`. */
export type PageContent = { title: string; pieces: Piece[] };

/**
 * Reads the texts and images of the site's pages, as a visitor sees them: what is drawn by
 * code (the illustrations) and what is filled in (the forms) is left out, because WordPress has none of
 * its own.
 *
 * @param page on which they are opened, as wide as what they are compared on
 * @param site the site's address
 * @param paths of its pages
 * @param folder where the images are stored, as they were uploaded
 */
export async function readContent<Name extends string>(
  page: Page,
  site: string,
  paths: Record<Name, string>,
  folder: string,
): Promise<Record<Name, PageContent>> {
  const contents: Record<string, PageContent> = {};
  const files = new Set<string>();
  for (const [name, path] of Object.entries<string>(paths)) {
    await page.goto(site + path);
    const { title, pieces } = await page.evaluate(readPieces);
    for (const piece of pieces) {
      if (piece.kind !== 'image') continue;
      const { source } = piece;
      // Its folder stays in the name: two may hold files of one name.
      piece.source = decodeURIComponent(source).split('/').slice(-2).join('-');
      if (files.has(piece.source)) continue;
      files.add(piece.source);
      writeFileSync(join(folder, piece.source), await uploaded(site, source));
    }
    contents[name] = { title, pieces };
  }
  return contents;
}

/** The original of a resized image at /pictures/{width}/{format}/…. */
async function uploaded(site: string, source: string): Promise<Uint8Array> {
  const stored = new URL(source, site);
  stored.pathname = stored.pathname.replace(
    /^\/pictures\/\w+\/\w+\//,
    '/storage/v1/object/public/images/',
  );
  const answer = await fetch(stored);
  if (!answer.ok) throw new Error(`${answer.status}: ${stored}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Runs in the page. */
function readPieces(): PageContent {
  const block = 'h1, h2, h3, h4, p, li, dt, dd, figcaption, blockquote';
  const pieces: Piece[] = [];
  const isSeen = (element: Element) => {
    // A <picture class="contents"> has no box of its own; what is for screen readers alone has one pixel.
    if (element.matches('picture')) return true;
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility() && width > 1 && height > 1;
  };
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const serialize = (nodes: Iterable<Node>): string => {
    const words = [...nodes].map((node) => {
      if (node instanceof Text) return escaped(node.data);
      if (!(node instanceof Element) || !isSeen(node) || node.matches('svg')) return '';
      const inner = serialize(node.childNodes);
      if (!node.matches('a, strong, em')) return ` ${inner} `;
      const name = node.tagName.toLowerCase();
      const address = node instanceof HTMLAnchorElement ? ` href="${escaped(node.href)}"` : '';
      return inner && `<${name}${address}>${inner}</${name}>`;
    });
    return words.join('').replaceAll(/\s+/g, ' ').trim();
  };
  const add = (element: Element) => {
    if (!isSeen(element) || element.matches('h1, form, button, svg')) return;
    if (element instanceof HTMLImageElement) {
      pieces.push({ kind: 'image', source: element.getAttribute('src') ?? '', alt: element.alt });
      return;
    }
    // Links beside each other are a piece each; those in a text belong to it.
    const links = element.matches(`${block}, a`) ? '' : ', a';
    if (element.querySelector(`${block}, img, form, button${links}`)) {
      for (const child of element.children) add(child);
      return;
    }
    const html = serialize(element.matches('a') ? [element] : element.childNodes);
    if (!html) return;
    if (element.matches('h2, h3, h4')) {
      pieces.push({ kind: 'heading', level: Number(element.tagName.slice(1)), html });
    } else if (element.matches('li')) {
      pieces.push({ kind: 'item', html, ordered: element.parentElement?.matches('ol') ?? false });
    } else {
      pieces.push({ kind: element.closest('blockquote') ? 'quote' : 'paragraph', html });
    }
  };
  const main = document.querySelector('main');
  if (!main) throw new Error('The page has no content');
  add(main);
  return { title: main.querySelector('h1')?.textContent?.trim() ?? '', pieces };
}
