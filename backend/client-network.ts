import { isIP, isIPv4, isIPv6 } from 'node:net';

/** The network of the client, for the services and SQL. Set by the backend, never by a client. */
export const networkHeader = 'x-ridgeline-network';

/** The network from which a request came; '' for the process's own requests. */
export const getNetwork = ({ headers }: Pick<Request, 'headers'>): string =>
  headers.get(networkHeader) ?? '';

/**
 * What rate limits count for an IP: an IPv4 address itself, for IPv6 the /64 network, since one
 * subscriber has all of its addresses (RFC 6177). However it is written, an IPv4 address inside an
 * IPv6 one (::ffff:0:0/96, RFC 4291; 64:ff9b::/96, RFC 6052) counts as itself: all of them are in
 * one /64.
 */
export function toNetwork(ip: string): string {
  const [plain = ''] = ip.split('%');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return ip;
  const { hostname } = new URL(`http://[${plain}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  const groups = after === undefined ? head : [...head, ...zeros, ...tail];
  const prefix = groups.slice(0, 6).join(':');
  if (prefix === '0:0:0:0:0:ffff' || prefix === '64:ff9b:0:0:0:0') {
    return toIPv4(groups.slice(6));
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * The IPv6 /48 of a /64 that `toNetwork` returned: one subscriber may have all of it (RFC 6177).
 *
 * @returns undefined for anything else
 */
export function getSitePrefix(network: string): string | undefined {
  const [, prefix] = /^((?:[\da-f]+:){2}[\da-f]+):[\da-f]+::\/64$/.exec(network) ?? [];
  return prefix && `${prefix}::/48`;
}

/** The key of limits that one customer should not get around: the IPv6 /48 of a network, else the network. */
export function getCustomerKey(network: string): string {
  return getSitePrefix(network) ?? network;
}

function toIPv4(groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 0xff])
    .join('.');
}

/**
 * Headers in which the website's own server tells the database about a visitor: `x-ridgeline-network`,
 * `x-form-verdict`, `x-quote-client`, `x-quote-documents`. A new one begins like them.
 */
const internalHeader = /^x-(?:ridgeline|form|quote)-/;

/** Deletes the headers that only this process may send. */
export function removeInternalHeaders(headers: Headers): void {
  for (const name of [...headers.keys()]) {
    if (internalHeader.test(name)) headers.delete(name);
  }
}

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

/** Returns true for the addresses of this machine itself. */
export function isLocal(ip: string): boolean {
  return toNetwork(ip).startsWith('127.') || ip === '::1';
}

function withoutPort(entry: string): string {
  const text = entry.trim();
  const [, bracketed, ipv4] =
    /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  return bracketed ?? ipv4 ?? text;
}
