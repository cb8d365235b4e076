import { isIPv6 } from 'node:net';

/**
 * What rate limits count for an address: an IPv4 address itself, for IPv6 the /64 network, since
 * one subscriber has all of its addresses (RFC 6177).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const { hostname } = new URL(`http://[${plain}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  const groups = after === undefined ? head : [...head, ...zeros, ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
