import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { toNetwork } from '#backend/client-network.ts';

/** Returns the entry of X-Forwarded-For that the outermost trusted proxy added, else the connection's IP. */
export function getClientIp(
  forwardedFor: string | undefined,
  remoteAddress: string | undefined,
  proxies: number,
): string | undefined {
  const forwarded = proxies > 0 ? forwardedFor : undefined;
  const entries = forwarded?.split(',').map(withoutPort).filter(Boolean) ?? [];
  const added = entries.at(-proxies) ?? entries[0];
  return added && isIP(added) ? added : remoteAddress;
}

export function getContextIp(context: Context, proxies: number): string {
  const { address } = getConnInfo(context).remote;
  return getClientIp(context.req.header('x-forwarded-for'), address, proxies) ?? 'unknown';
}

export function isLocal(ip: string): boolean {
  return toNetwork(ip).startsWith('127.') || ip === '::1';
}

function withoutPort(entry: string): string {
  const text = entry.trim();
  const [, bracketed, ipv4] =
    /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  return bracketed ?? ipv4 ?? text;
}

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

function lastEntry(list: string): string {
  return list.split(',').at(-1)?.trim() ?? '';
}

/** Restores the public URL of a request, because React Router compares it with the Origin of a form. */
export function rebuildPublicUrl(
  request: Request,
  { publicUrl, trustProxy }: { publicUrl: string | undefined; trustProxy: number },
): Request {
  const { host, pathname, search } = new URL(request.url);
  if (publicUrl) return new Request(publicUrl + pathname + search, request);
  const protocol = request.headers.get('x-forwarded-proto');
  if (trustProxy === 0 || !protocol) return request;
  const scheme = lastEntry(protocol) === 'https' ? 'https' : 'http';
  const forwardedHost = lastEntry(request.headers.get('x-forwarded-host') ?? '');
  const forwarded = `${scheme}://${hostPattern.test(forwardedHost) ? forwardedHost : host}`;
  const origin = URL.canParse(forwarded) ? forwarded : `${scheme}://${host}`;
  return new Request(origin + pathname + search, request);
}
