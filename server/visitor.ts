import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The address that rate limits count. Behind a trusted proxy it is the last entry of
 * X-Forwarded-For: the one that the proxy itself has added.
 */
export function addressOf(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for') : undefined;
  const last = forwarded?.split(',').at(-1)?.trim();
  return last || (getConnInfo(context).remote.address ?? 'unknown');
}

/**
 * The request as the visitor's browser sent it: behind TLS the process itself only sees plain HTTP,
 * and React Router compares a form's Origin with the request's own address.
 */
export function asVisitorSent(
  request: Request,
  { publicUrl, trustProxy }: { publicUrl: string | undefined; trustProxy: boolean },
): Request {
  const url = new URL(request.url);
  if (publicUrl) {
    return new Request(publicUrl + url.pathname + url.search, request);
  }
  const protocol = request.headers.get('x-forwarded-proto');
  if (!trustProxy || !protocol) return request;
  url.protocol = protocol.split(',').at(-1)?.trim() === 'https' ? 'https:' : 'http:';
  url.host = request.headers.get('x-forwarded-host') ?? url.host;
  return new Request(url, request);
}
