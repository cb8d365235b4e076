import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The address that rate limits count. Behind trusted proxies it is the entry of X-Forwarded-For that
 * the outermost of them has added, as many from the end as there are proxies: whatever stands before
 * it is the visitor's own claim.
 *
 * @param proxies how many proxies of ours stand in front; 0 for the connection's own address
 */
export function addressOf(context: Context, proxies: number): string {
  const forwarded = proxies > 0 ? context.req.header('x-forwarded-for') : undefined;
  const entries = forwarded?.split(',').map(withoutPort).filter(Boolean) ?? [];
  const added = entries.at(-proxies) ?? entries[0];
  return added || (getConnInfo(context).remote.address ?? 'unknown');
}

/** Some proxies write the port behind the address: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const text = entry.trim();
  const [, bracketed, ipv4] =
    /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  return bracketed ?? ipv4 ?? text;
}

/**
 * The request as the visitor's browser sent it: behind TLS the process itself only sees plain HTTP,
 * and React Router compares a form's Origin with the request's own address.
 */
export function asVisitorSent(
  request: Request,
  { publicUrl, trustProxy }: { publicUrl: string | undefined; trustProxy: number },
): Request {
  const url = new URL(request.url);
  if (publicUrl) {
    return new Request(publicUrl + url.pathname + url.search, request);
  }
  const protocol = request.headers.get('x-forwarded-proto');
  if (trustProxy === 0 || !protocol) return request;
  url.protocol = protocol.split(',').at(-1)?.trim() === 'https' ? 'https:' : 'http:';
  url.host = request.headers.get('x-forwarded-host') ?? url.host;
  return new Request(url, request);
}
