import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The address that rate limits count. Behind trusted proxies it is the entry of X-Forwarded-For that
 * the outermost of them has added, as many from the end as there are proxies: whatever stands before
 * it is the visitor's own claim. An entry that is no IP, such as `unknown` (RFC 7239), is not counted:
 * whoever may write it would have a new limit with each request.
 *
 * @param proxies how many proxies of ours stand in front; 0 for the connection's own address
 */
export function addressOf(context: Context, proxies: number): string {
  const remote = getConnInfo(context).remote.address;
  return getClientIp(context.req.header('x-forwarded-for'), remote, proxies) ?? 'unknown';
}

/** The IP that `addressOf` returns, from X-Forwarded-For and the connection's own address. */
export function getClientIp(
  header: string | undefined,
  remote: string | undefined,
  proxies: number,
): string | undefined {
  const forwarded = proxies > 0 ? header : undefined;
  const entries = forwarded?.split(',').map(withoutPort).filter(Boolean) ?? [];
  const added = entries.at(-proxies) ?? entries[0];
  if (added && isIP(added)) return added;
  return remote;
}

/** Some proxies write the port behind the address: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const text = entry.trim();
  const [, bracketed, ipv4] =
    /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  return bracketed ?? ipv4 ?? text;
}

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** A proxy adds to the end of a list, or overwrites it. */
function lastEntry(list: string): string {
  return list.split(',').at(-1)?.trim() ?? '';
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
  const scheme = lastEntry(protocol) === 'https' ? 'https' : 'http';
  const host = lastEntry(request.headers.get('x-forwarded-host') ?? '');
  const forwarded = `${scheme}://${hostPattern.test(host) ? host : url.host}`;
  const origin = URL.canParse(forwarded) ? forwarded : `${scheme}://${url.host}`;
  return new Request(origin + url.pathname + url.search, request);
}
