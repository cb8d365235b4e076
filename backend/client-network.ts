import { isIP, isIPv4, isIPv6 } from 'node:net';

/** Carries the client's network to the services and SQL. Only the backend sets it. */
export const networkHeader = 'x-ridgeline-network';

/** Returns the network a request came from; '' for the process's own requests. */
export const getNetwork = ({ headers }: Pick<Request, 'headers'>): string =>
  headers.get(networkHeader) ?? '';

/**
 * Returns the key that rate limits count for an IP: an IPv4 address itself, or the /64 of an IPv6
 * address, all of which belongs to one subscriber (RFC 6177). An IPv4 address embedded in IPv6
 * (::ffff:0:0/96, RFC 4291; 64:ff9b::/96, RFC 6052) counts as IPv4, because all of those share one
 * /64.
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
 * Returns the /48 of a /64 from `toNetwork`. One subscriber may have all of it (RFC 6177).
 *
 * @returns undefined for anything else
 */
export function getSitePrefix(network: string): string | undefined {
  const [, prefix] = /^((?:[\da-f]+:){2}[\da-f]+):[\da-f]+::\/64$/.exec(network) ?? [];
  return prefix && `${prefix}::/48`;
}

/** Returns the key for limits that one customer can't get around: a network's IPv6 /48, else the network. */
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
 * Headers by which the website's server tells the database about a visitor: `x-ridgeline-network`,
 * `x-form-verdict`, `x-quote-client`, `x-quote-documents`. New ones must start with one of these
 * prefixes.
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
