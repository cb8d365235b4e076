import { lookup as lookupAddresses } from 'node:dns/promises';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The ports of mail submission, and of servers that also take it there. */
export const mailPorts: readonly number[] = [25, 465, 587, 2525];

/** IANA's special-purpose addresses that are not globally reachable, multicast and reserved ones (RFC 6890). */
const notPublic = new BlockList();
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]) {
  const [network = '', prefix] = range.split('/');
  notPublic.addSubnet(network, Number(prefix), 'ipv4');
}
/** Within 2000::/3, outside of which no address is public: Teredo and others, documentation, and 6to4. */
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is reachable from everywhere, and so not inside the network of the website. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) {
    return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
  }
  return isIPv4(address) && !notPublic.check(address, 'ipv4');
}

/** The host is inside the network. `code` is one that toMailError knows. */
export class PrivateHostError extends Error {
  override readonly name = 'PrivateHostError';
  readonly code = 'EHOSTUNREACH';
  constructor(host: string) {
    super(`${host} is inside the network of the website`);
  }
}

export type Lookup = (host: string) => Promise<string[]>;

const lookupAll: Lookup = async (host) => {
  const found = await lookupAddresses(host, { all: true });
  return found.map(({ address }) => address);
};

/**
 * Resolves the host of a mail server that staff entered. The connection goes to the returned address, so that a name
 * that resolves to another one a moment later leads nowhere else.
 *
 * @throws PrivateHostError if no address is public; the error of dns.lookup, such as `ENOTFOUND`
 */
export async function resolvePublicHost(host: string, lookup: Lookup = lookupAll): Promise<string> {
  const addresses = (await lookup(host)).filter(isPublicAddress);
  // Many servers have no IPv6, and names of mail servers have both.
  const address = addresses.find(isIPv4) ?? addresses[0];
  if (!address) throw new PrivateHostError(host);
  return address;
}
