import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { securityHeaders } from '#server/security-headers.ts';
import { type Answer, answerOf, prepareAnswer, quickBrotli } from './answer.ts';
import { askEachTime } from './cache-control.ts';
import type { GetIp } from './render-limit.ts';

/** Memory for the data of pages that are shown somewhere, in bytes. */
const maxBytes = 16 * 1024 * 1024;
const target = /^(\/page-data\/[\w-]{22}\.js)\?page=([^&]+)$/;

/** A module's text with what each render makes anew in it, which its name does not depend on. */
export type PageScript = { text: string; changing: string };

/** What a page wakes with: where it lies, the address with the page's own, and what is answered there. */
export type PageData = { path: string; address: string; answer: Answer };

/**
 * Keeps what pages wake with (server/hydration) at addresses of their own. An address names what lies
 * there by its hash, and the page it belongs to: whichever process is asked, and after a restart,
 * too, the page can be rendered again, and as long as it shows the same it wakes with the same. A page
 * that shows something else by now does not wake where it was forgotten, and stays plain HTML.
 *
 * @param pageFor the page of an address, kept or rendered, if it is one; `getIp` returns the visitor's
 */
export function createPageData(
  pageFor: (address: string, getIp?: GetIp) => Answer | Promise<Answer> | undefined,
) {
  const ofPages = new WeakMap<Answer, PageData>();
  const kept = new LRUCache<string, Answer>({ maxSize: maxBytes, sizeCalculation: sizeOf });

  return {
    /** Keeps what the page at an address wakes with. */
    async keep(address: string, { text, changing }: PageScript): Promise<PageData> {
      const lasting = changing ? text.replaceAll(changing, '') : text;
      const hash = createHash('sha256').update(lasting).digest('base64url').slice(0, 22);
      const path = `/page-data/${hash}.js`;
      const answer = await prepareAnswer(200, headers(), Buffer.from(text), quickBrotli);
      kept.set(path, answer);
      return { path, address: `${path}?page=${encodeURIComponent(address)}`, answer };
    },

    /** Keeps it as long as the page itself is kept, however many others come. */
    bind(page: Answer, data: PageData): void {
      ofPages.set(page, data);
    },

    /** The answer to a request's target; undefined where it asks for no page's data. */
    answerTo(asked: string, getIp?: GetIp): Answer | Promise<Answer> | undefined {
      const [, path, page] = target.exec(asked) ?? [];
      if (!path || !page) return undefined;
      return kept.get(path) ?? again(path, page, getIp);
    },
  };

  async function again(path: string, page: string, getIp?: GetIp): Promise<Answer> {
    const shown = await pageFor(addressOf(page), getIp);
    const data = shown && ofPages.get(shown);
    return data?.path === path ? data.answer : (kept.get(path) ?? gone);
  }
}

function sizeOf({ size }: Answer): number {
  return size;
}

function headers(): Headers {
  return new Headers({
    ...securityHeaders,
    ...askEachTime,
    'Content-Type': 'text/javascript; charset=utf-8',
  });
}

const gone = answerOf(
  404,
  new Headers({
    ...securityHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  }),
  { identity: Buffer.from('The page shows something else by now.') },
);

function addressOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
