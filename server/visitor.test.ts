import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { addressOf } from './visitor.ts';

async function addressFor(proxies: number, forwarded?: string): Promise<string> {
  const app = new Hono();
  app.get('/', (context) => context.text(addressOf(context, proxies)));
  const headers = new Headers(forwarded === undefined ? [] : [['x-forwarded-for', forwarded]]);
  // What @hono/node-server hands over of the connection.
  const incoming = { socket: { remoteAddress: '192.0.2.9', remotePort: 1, remoteFamily: 'IPv4' } };
  return (await app.request('/', { headers }, { incoming })).text();
}

test.each<[number, string | undefined, string, string]>([
  [0, '203.0.113.1', '192.0.2.9', 'no proxy is trusted: the connection counts'],
  [1, undefined, '192.0.2.9', 'a proxy that adds nothing'],
  [1, '', '192.0.2.9', 'an empty header'],
  [1, '203.0.113.1', '203.0.113.1', 'what the proxy has added'],
  [1, '198.51.100.7, 203.0.113.1', '203.0.113.1', 'a claim of the visitor before it'],
  [1, '203.0.113.1:4711', '203.0.113.1', 'a port behind it'],
  [1, '[2001:db8::1]:4711', '2001:db8::1', 'a port behind IPv6'],
  [1, '2001:db8::1', '2001:db8::1', 'IPv6'],
  [2, '198.51.100.7, 203.0.113.1, 192.0.2.1', '203.0.113.1', 'two proxies'],
  [2, '203.0.113.1', '203.0.113.1', 'two proxies, one of which was passed by'],
])('%i proxies, %o: %s (%s)', async (proxies, forwarded, address) => {
  expect(await addressFor(proxies, forwarded)).toBe(address);
});
