import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { getCustomerKey, networkOf } from '#backend/network-of.ts';
import { TooManyRequests } from '#backend/rate-limit.ts';
import { securityHeaders } from '#server/security-headers.ts';
import { createThrottledLog } from '#server/throttled-log.ts';
import { getClientIp } from '#server/visitor.ts';
import type { Website } from '#server/website.ts';
import { canonicalAddress } from './addresses.ts';
import {
  type Answer,
  answerOf,
  prepareAnswer,
  quickBrotli,
  sendAnswer,
  variantFor,
} from './answer.ts';
import { askEachTime } from './cache-control.ts';
import { getNotFoundTemplate, isNotFoundTemplate, unknownUrl } from './not-found.ts';
import { createPacking } from './pack-tighter.ts';
import { createPageCache, type Rendered } from './page-cache.ts';
import { createPageData, type PageData, type PageScript } from './page-data.ts';
import { createRenderLimit, type GetIp } from './render-limit.ts';
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
  pageFor(target: string, getIp: GetIp): Answer | Promise<Answer> | undefined;
  /** Renders what is no public page, within the limits of renders; sends the 404 page from the cache. */
  website: Website;
  /** Drops the pages that show the table; all pages without one. */
  drop(table?: string): void;
};

/**
 * Serves public pages from memory, before any framework sees the request. Nothing of the request
 * but its canonical address reaches a render: no header, no cookie, no unknown parameter.
 *
 * @param siteUrl the site's own address
 * @param lifetime how long a page is kept at most, in milliseconds
 * @param isUnknownPath whether no route has a path
 * @param trustProxy how many proxies of ours are in front
 */
export function createPageServer({
  website,
  siteUrl,
  lifetime,
  isUnknownPath = () => false,
  trustProxy = 0,
  logger,
}: {
  website: Website;
  siteUrl: string;
  lifetime: number;
  isUnknownPath?: (pathname: string) => boolean;
  trustProxy?: number;
  logger: Logger;
}): PageServer {
  const throttledLog = createThrottledLog(logger);
  const limitRenders = createRenderLimit();
  const render = async (address: string, getIp?: GetIp): Promise<Rendered> => {
    const read: TablesRead = { names: new Set(), everything: false };
    let faulty = false;
    let isNotFound = false;
    const template = isNotFoundTemplate(address) ? undefined : getNotFoundTemplate(address);
    let beside: PageData | undefined;
    const log = {
      error(details: object, message: string) {
        faulty = true;
        throttledLog.error(details, message);
      },
    };
    const observed = {
      log,
      read,
      setAside: async (script: PageScript) => {
        beside = await data.keep(address, script);
        return beside.address;
      },
      ...(template && {
        onNotFound: () => {
          isNotFound = true;
        },
      }),
    };
    // Slugs, ids and numbers of pages can be made up without end: each customer waits for their own.
    const page = await limitRenders(getCustomerKey(networkOf(getIp?.() ?? '')), () =>
      website(new Request(siteUrl + address), '', observed),
    ).catch((error) => {
      if (error instanceof TooManyRequests) return undefined;
      throw error;
    });
    if (!page) return { answer: busy, read, lasting: false, isRefused: true, size: 0 };
    if (template && isNotFound) {
      const answer = await getNotFound(template, getIp);
      return { answer, read, lasting: false, size: 0 };
    }
    const body = Buffer.from(await page.arrayBuffer());
    const lasting = page.status === 200 && !faulty && isForEverybody(page.headers);
    const isTemplate = page.status === 404 && !faulty && isNotFoundTemplate(address);
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
    return {
      answer,
      read,
      lasting: lasting || isTemplate,
      size: answer.size + (beside?.answer.size ?? 0),
    };
  };
  const cache = createPageCache({ render, maxBytes, lifetime });
  const unobserved = () => ({
    log: throttledLog,
    read: { names: new Set<string>(), everything: false },
  });
  const getNotFound = async (url: string, getIp?: GetIp) =>
    cache.get(url) ?? cache.render(url, getIp);
  const packLater = createPacking((error) => logger.error({ error }, 'A page was not packed'));

  const pageOnly = (target: string, getIp?: GetIp) => {
    const asked = cache.get(target);
    if (asked) return asked;
    const address = canonicalAddress(target);
    return address === undefined ? undefined : (cache.get(address) ?? cache.render(address, getIp));
  };
  const data = createPageData(pageOnly);
  const pageFor = (target: string, getIp: GetIp) =>
    pageOnly(target, getIp) ?? data.answerTo(target, getIp);

  return {
    drop: cache.drop,
    website: async (request, address) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return website(request, address);
      const { pathname } = new URL(request.url);
      if (isUnknownPath(pathname))
        return toResponse(request, await getNotFound(unknownUrl, () => address));
      let isNotFound = false;
      const template = getNotFoundTemplate(pathname);
      const onNotFound = () => {
        isNotFound = true;
      };
      try {
        const response = await limitRenders(
          getCustomerKey(networkOf(address)),
          () => website(request, address, template ? { ...unobserved(), onNotFound } : undefined),
          request.signal,
        );
        return template && isNotFound
          ? toResponse(request, await getNotFound(template, () => address))
          : response;
      } catch (error) {
        if (error instanceof TooManyRequests || request.signal.aborted)
          return toResponse(request, busy);
        throw error;
      }
    },
    pageFor,
    serve: (request, response) => {
      const { method, url = '' } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const page = pageFor(url, () =>
        getClientIp(
          request.headers['x-forwarded-for']?.toString(),
          request.socket.remoteAddress,
          trustProxy,
        ),
      );
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

/** Too many renders are waiting. */
const busy = answerOf(
  503,
  new Headers({
    ...securityHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '5',
  }),
  { identity: Buffer.from('Too many pages are being requested. Please try again in a moment.') },
);

function toResponse({ method, headers }: Request, answer: Answer): Response {
  const variant = variantFor(headers.get('accept-encoding') ?? undefined, answer);
  const sent = new Headers();
  for (let at = 0; at < variant.headers.length; at += 2) {
    sent.append(variant.headers[at] ?? '', variant.headers[at + 1] ?? '');
  }
  const body = method === 'HEAD' ? null : new Uint8Array(variant.body);
  return new Response(body, { status: answer.status, headers: sent });
}

function isForEverybody(headers: Headers): boolean {
  return !headers.has('Set-Cookie') && !/no-store|private/.test(headers.get('Cache-Control') ?? '');
}
