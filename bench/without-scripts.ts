import { once } from 'node:events';
import { createServer } from 'node:http';
import { createCachedResponse } from '#server/page-cache/cached-response.ts';

/** Not the structured data for crawlers. */
const scripts = /<script\b(?! type="application\/ld\+json")[\s\S]*?<\/script>/g;

/** Headers of the original body, or of the connection. */
const bodyHeaders = /^(content-length|content-encoding|etag|date|connection|keep-alive)$/;

const scriptPath = '/bare-react.js';
const scriptHeaders = new Headers({
  'content-type': 'text/javascript',
  'cache-control': 'public, max-age=31536000, immutable',
});

type CachedResponse = { status: number; head: Record<string, string | number>; body: Buffer };

/**
 * Serves the site without the scripts of its pages: the least that showing them costs. All else is
 * the same, the headers and the compression too.
 *
 * @param site the site's URL
 * @param script one that each page loads instead
 */
export async function serveWithoutScripts(site: string, script?: string) {
  const cache = new Map<string, Promise<CachedResponse>>();
  const server = createServer(async ({ url = '/', headers }, response) => {
    const made = cache.get(url) ?? make(url, headers.accept ?? '*/*');
    cache.set(url, made);
    const { status, head, body } = await made;
    response.writeHead(status, head);
    response.end(body);
  });
  const make = async (url: string, accept: string): Promise<CachedResponse> => {
    if (script && url === scriptPath) return toCached(200, scriptHeaders, Buffer.from(script));
    const response = await fetch(site + url, {
      headers: { accept, 'accept-encoding': 'identity' },
    });
    const whole = Buffer.from(await response.arrayBuffer());
    const headers = new Headers([...response.headers].filter(([name]) => !bodyHeaders.test(name)));
    if (!headers.get('content-type')?.startsWith('text/html'))
      return toCached(response.status, headers, whole);
    const plain = whole.toString().replaceAll(scripts, '');
    // The policy allows the page's own scripts only.
    if (script) headers.delete('content-security-policy');
    const tag = script ? `<script type="module" src="${scriptPath}"></script>` : '';
    const page = plain.replace('</body>', `${tag}</body>`);
    return toCached(response.status, headers, Buffer.from(page));
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

async function toCached(
  code: number,
  headers: Headers,
  bytes: Buffer<ArrayBuffer>,
): Promise<CachedResponse> {
  const { status, variants } = await createCachedResponse(code, headers, bytes);
  const { body, headers: head } = variants.br ?? variants.identity;
  return { status, head, body };
}
