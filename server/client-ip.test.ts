import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { getContextIp, rebuildPublicUrl } from './client-ip.ts';

async function getIp(proxies: number, forwarded?: string): Promise<string> {
  const app = new Hono();
  app.get('/', (context) => context.text(getContextIp(context, proxies)));
  const headers = new Headers(forwarded === undefined ? [] : [['x-forwarded-for', forwarded]]);
  const incoming = { socket: { remoteAddress: '192.0.2.9', remotePort: 1, remoteFamily: 'IPv4' } };
  return (await app.request('/', { headers }, { incoming })).text();
}

test.each<[number, string | undefined, string, string]>([
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
  [1, '203.0.113.1.5', '192.0.2.9', 'what is no IP'],
  [1, '010.0.0.1', '192.0.2.9', 'an octal spelling'],
  [1, `${'a'.repeat(4000)}`, '192.0.2.9', 'a long claim that no proxy has added to'],
  [1, ', ,203.0.113.1, ', '203.0.113.1', 'empty entries'],
  [1, 'fe80::1%eth0', 'fe80::1%eth0', 'an IPv6 address with a zone'],
  [2, '198.51.100.7, 203.0.113.1, 192.0.2.1', '203.0.113.1', 'two proxies'],
  [2, '203.0.113.1', '203.0.113.1', 'two proxies, one of which was bypassed'],
])('%i proxies, %o: %s (%s)', async (proxies, forwarded, ip) => {
  expect(await getIp(proxies, forwarded)).toBe(ip);
});

const forwarded = { 'x-forwarded-proto': 'https' };
test.each<[string, Record<string, string>, number, string]>([
  ['without a proxy', { ...forwarded, 'x-forwarded-host': 'evil.example' }, 0, 'http://inner:3000'],
  [
    'by one proxy',
    { ...forwarded, 'x-forwarded-host': 'sheds.example' },
    1,
    'https://sheds.example',
  ],
  [
    'after a claim of the visitor',
    { ...forwarded, 'x-forwarded-host': 'evil.example, sheds.example:8443' },
    1,
    'https://sheds.example:8443',
  ],
  ['over plain HTTP', { 'x-forwarded-proto': 'https, http' }, 1, 'http://inner:3000'],
  ...[
    'evil.example/x',
    'evil.example?',
    'a b',
    'user@evil.example',
    '[::1',
    'x#',
    '',
    '999.1.1.1',
    'x:99999',
  ].map((host): [string, Record<string, string>, number, string] => [
    `as the malformed ${JSON.stringify(host)}`,
    { ...forwarded, 'x-forwarded-host': host },
    1,
    'https://inner:3000',
  ]),
])('rebuildPublicUrl with a host forwarded %s', (_how, headers, trustProxy, origin) => {
  const request = new Request('http://inner:3000/contact?a=b', { headers });
  const { url } = rebuildPublicUrl(request, { publicUrl: undefined, trustProxy });
  expect(url).toBe(`${origin}/contact?a=b`);
  const fixed = rebuildPublicUrl(request, { publicUrl: 'https://sheds.example', trustProxy });
  expect(fixed.url).toBe('https://sheds.example/contact?a=b');
});
