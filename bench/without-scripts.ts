import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';

/** As the site itself compresses its pages. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/**
 * The same site with the scripts taken out of its pages, to compare with: what a page costs that
 * only has to be shown.
 *
 * @param site the site's address
 * @returns the address it is served at, and its end
 */
export async function serveWithoutScripts(site: string) {
  const server = createServer(async ({ url = '/', headers }, response) => {
    const asked = await fetch(site + url, {
      headers: { accept: headers.accept ?? '*/*', 'accept-encoding': 'identity' },
    });
    const type = asked.headers.get('content-type') ?? '';
    const whole = Buffer.from(await asked.arrayBuffer());
    const plain = type.startsWith('text/html')
      ? Buffer.from(whole.toString().replaceAll(/<script\b[\s\S]*?<\/script>/g, ''))
      : whole;
    const compressed = /^text|javascript|json|svg/.test(type);
    const body = compressed ? brotliCompressSync(plain, quality) : plain;
    response.writeHead(asked.status, {
      'Content-Type': type,
      'Content-Length': body.length,
      ...(compressed ? { 'Content-Encoding': 'br' } : {}),
      'Cache-Control': asked.headers.get('cache-control') ?? 'no-cache',
    });
    response.end(body);
  });
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
