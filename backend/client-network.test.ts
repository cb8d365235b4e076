import { expect, it } from 'vitest';
import { getClientIp, getCustomerKey, getSitePrefix, toNetwork } from './client-network.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['0000:0000:0000:0000:0000:FFFF:CB00:7109', '203.0.113.9'],
  ['::ffff:203.0.113.9%eth0', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', '203.0.113.9'],
  ['64:ff9b::cb00:7109', '203.0.113.9'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0::/64'],
  ['2001:db8::0.0.0.1', '2001:db8:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('toNetwork(%s) returns %s', (ip, network) => {
  expect(toNetwork(ip)).toBe(network);
});

it.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['203.0.113.9', undefined],
  ['unknown', undefined],
])('getSitePrefix of %s is %s', (network, prefix) => {
  expect(getSitePrefix(network)).toBe(prefix);
});

it.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['203.0.113.9', '203.0.113.9'],
  ['unknown', 'unknown'],
])('getCustomerKey of %s is %s', (network, key) => {
  expect(getCustomerKey(network)).toBe(key);
});

it.each<[number, string | undefined, string, string]>([
  [0, '203.0.113.1', '192.0.2.9', 'no trusted proxy'],
  [1, undefined, '192.0.2.9', 'a proxy that adds nothing'],
  [1, '', '192.0.2.9', 'an empty header'],
  [1, '203.0.113.1', '203.0.113.1', 'an entry of the proxy'],
  [1, '198.51.100.7, 203.0.113.1', '203.0.113.1', 'a claim of the visitor'],
  [1, '203.0.113.1:4711', '203.0.113.1', 'a port behind it'],
  [1, '[2001:db8::1]:4711', '2001:db8::1', 'a port behind IPv6'],
  [1, '2001:db8::1', '2001:db8::1', 'IPv6'],
  [1, '198.51.100.7, unknown', '192.0.2.9', 'an entry without an IP'],
  [1, '198.51.100.7, _hidden', '192.0.2.9', 'an obfuscated name'],
  [1, '203.0.113.1.5', '192.0.2.9', 'anything that is not an IP'],
  [1, '010.0.0.1', '192.0.2.9', 'an octal spelling'],
  [1, `${'a'.repeat(4000)}`, '192.0.2.9', 'a long claim that no proxy has added to'],
  [1, ', ,203.0.113.1, ', '203.0.113.1', 'empty entries'],
  [1, 'fe80::1%eth0', 'fe80::1%eth0', 'an IPv6 address with a zone'],
  [2, '198.51.100.7, 203.0.113.1, 192.0.2.1', '203.0.113.1', 'two proxies'],
  [2, '203.0.113.1', '203.0.113.1', 'two proxies, one of which was bypassed'],
])('getClientIp with %i proxies, %o: %s (%s)', (proxies, forwarded, ip) => {
  expect(getClientIp(forwarded, '192.0.2.9', proxies)).toBe(ip);
});
