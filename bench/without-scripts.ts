import { once } from 'node:events';
import { createServer } from 'node:http';
import { createCachedResponse } from '#server/page-cache/cached-response.ts';

/** Not the structured data for crawlers. */
const scripts = /<script\b(?! type="application\/ld\+json")[\s\S]*?<\/script>/g;

/** Headers of the original body, or of the connection. */
const bodyHeaders = /^(content-length|content-encoding|etag|date|connection|keep-alive)$/;

type CachedResponse = { status: number; head: Record<string, string | number>; body: Buffer };

/**
 * Serves the site without the scripts of its pages: the least that showing them costs. All else is
 * the same, the headers and the compression too.
 *
 * @param site the site's URL
 */
export async function serveWithoutScripts(site: string) {
  const cache = new Map<string, Promise<CachedResponse>>();
  const server = createServer(async ({ url = '/', headers }, response) => {
    const made = cache.get(url) ?? make(url, headers.accept ?? '*/*');
    cache.set(url, made);
    const { status, head, body } = await made;
    response.writeHead(status, head);
    response.end(body);
  });
  const make = async (url: string, accept: string): Promise<CachedResponse> => {
    const response = await fetch(site + url, {
      headers: { accept, 'accept-encoding': 'identity' },
    });
    const type = response.headers.get('content-type') ?? '';
    const whole = Buffer.from(await response.arrayBuffer());
    const plain = type.startsWith('text/html')
      ? Buffer.from(whole.toString().replaceAll(scripts, ''))
      : whole;
    const headers = new Headers([...response.headers].filter(([name]) => !bodyHeaders.test(name)));
    const { status, variants } = await createCachedResponse(response.status, headers, plain);
    const { body, headers: head } = variants.br ?? variants.identity;
    return { status, head, body };
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
