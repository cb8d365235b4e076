import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { securityHeaders } from '#server/security-headers.ts';
import type { Website } from '#server/website.ts';
import { canonicalAddress } from './addresses.ts';
import { type Answer, prepareAnswer, quickBrotli, sendAnswer } from './answer.ts';
import { askEachTime } from './cache-control.ts';
import { createPacking } from './pack-tighter.ts';
import { createPageCache, type Rendered } from './page-cache.ts';
import { createPageData, type PageData } from './page-data.ts';
import type { TablesRead } from './tables-read.ts';

/** Memory for kept pages, in bytes. */
const maxBytes = 32 * 1024 * 1024;

/** What stands in front may answer from its own store and ask in the background (RFC 9213, RFC 5861). */
const lastingHeaders = {
  ...askEachTime,
  'CDN-Cache-Control': 'public, max-age=10, stale-while-revalidate=300, stale-if-error=86400',
};

/** Answers a request for a public page; false where it is none, and somebody else has to answer. */
export type PageServer = {
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** What a GET for this page, or a page's data, is answered with, at once where it is kept; undefined for others. */
  pageFor(target: string): Answer | Promise<Answer> | undefined;
  /** Drops the pages that show the table; all pages without one. */
  drop(table?: string): void;
};

/**
 * Serves public pages from memory, before any framework sees the request. Nothing of the request
 * but its canonical address reaches a render: no header, no cookie, no unknown parameter.
 *
 * @param siteUrl the site's own address
 * @param lifetime how long a page is kept at most, in milliseconds
 */
export function createPageServer({
  website,
  siteUrl,
  lifetime,
  logger,
}: {
  website: Website;
  siteUrl: string;
  lifetime: number;
  logger: Logger;
}): PageServer {
  const render = async (address: string): Promise<Rendered> => {
    const read: TablesRead = { names: new Set(), everything: false };
    let faulty = false;
    let beside: PageData | undefined;
    const log = {
      error(details: object, message: string) {
        faulty = true;
        logger.error(details, message);
      },
    };
    const page = await website(new Request(siteUrl + address), '', {
      log,
      read,
      setAside: async (script) => {
        beside = await data.keep(address, script);
        return beside.address;
      },
    });
    const body = Buffer.from(await page.arrayBuffer());
    const lasting = page.status === 200 && !faulty && isForEverybody(page.headers);
    const headers = new Headers(securityHeaders);
    for (const [name, value] of page.headers) headers.set(name, value);
    if (lasting) {
      for (const [name, value] of Object.entries(lastingHeaders)) headers.set(name, value);
    } else if (!headers.has('Cache-Control')) {
      headers.set('Cache-Control', 'private, no-cache');
    }
    const answer = await prepareAnswer(page.status, headers, body, quickBrotli);
    if (lasting) packLater(answer, () => cache.get(address) === answer);
    if (beside) data.bind(answer, beside);
    return { answer, read, lasting, size: answer.size + (beside?.answer.size ?? 0) };
  };
  const cache = createPageCache({ render, maxBytes, lifetime });
  const packLater = createPacking((error) => logger.error({ error }, 'A page was not packed'));

  const pageOnly = (target: string) => {
    const asked = cache.get(target);
    if (asked) return asked;
    const address = canonicalAddress(target);
    return address === undefined ? undefined : (cache.get(address) ?? cache.render(address));
  };
  const data = createPageData(pageOnly);
  const pageFor = (target: string) => pageOnly(target) ?? data.answerTo(target);

  return {
    drop: cache.drop,
    pageFor,
    serve: (request, response) => {
      const { method, url = '' } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const page = pageFor(url);
      if (!page) return false;
      if (!(page instanceof Promise)) {
        sendAnswer(request, response, page);
        return true;
      }
      page.then(
        (answer) => sendAnswer(request, response, answer),
        (error) => {
          logger.error({ error, url }, 'A page could not be rendered');
          response.writeHead(500, { ...securityHeaders, 'Content-Type': 'text/plain' });
          response.end('Something went wrong on our side. Please try again.');
        },
      );
      return true;
    },
  };
}

function isForEverybody(headers: Headers): boolean {
  return !headers.has('Set-Cookie') && !/no-store|private/.test(headers.get('Cache-Control') ?? '');
}
