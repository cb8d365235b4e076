import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';

/** As the site itself compresses pages that are sent for longer. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** What runs; what is there for crawlers to read stays. */
const scripts = /<script\b(?! type="application\/ld\+json")[\s\S]*?<\/script>/g;

/** Headers that belong to the other body, or to the connection. */
const ofTheBody = /^(content-length|content-encoding|etag|date|connection|keep-alive)$/;

type Kept = { status: number; head: Record<string, string | number>; body: Buffer };

/**
 * The same site with the scripts taken out of its pages, to compare with: what a page costs that
 * only has to be shown. All else is the same, the headers, too.
 *
 * @param site the site's address
 * @returns the address it is served at, and its end
 */
export async function serveWithoutScripts(site: string) {
  const kept = new Map<string, Promise<Kept>>();
  const server = createServer(async ({ url = '/', headers }, response) => {
    const made = kept.get(url) ?? make(url, headers.accept ?? '*/*');
    kept.set(url, made);
    const { status, head, body } = await made;
    response.writeHead(status, head);
    response.end(body);
  });
  const make = async (url: string, accept: string): Promise<Kept> => {
    const asked = await fetch(site + url, { headers: { accept, 'accept-encoding': 'identity' } });
    const type = asked.headers.get('content-type') ?? '';
    const whole = Buffer.from(await asked.arrayBuffer());
    const plain = type.startsWith('text/html')
      ? Buffer.from(whole.toString().replaceAll(scripts, ''))
      : whole;
    const compressed = /^text|javascript|json|svg/.test(type);
    const body = compressed ? brotliCompressSync(plain, quality) : plain;
    const head = {
      ...Object.fromEntries([...asked.headers].filter(([name]) => !ofTheBody.test(name))),
      'Content-Length': body.length,
      ...(compressed ? { 'Content-Encoding': 'br' } : {}),
    };
    return { status: asked.status, head, body };
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
