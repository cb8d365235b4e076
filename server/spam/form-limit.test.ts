import { type Context, Hono } from 'hono';
import { expect, test } from 'vitest';
import { countInMemory } from '#backend/limits.ts';
import { limitForms } from './form-limit.ts';

test('a network is limited to 300 POST requests an hour, other networks are not', async () => {
  let now = 1000;
  const app = new Hono();
  const getIp = (context: Context) => context.req.header('x-test-ip') ?? '';
  app.use(limitForms(getIp, countInMemory({ now: () => now })));
  app.all('/*', (context) => context.text('taken'));
  const send = async (ip: string, method = 'POST', path = '/contact') =>
    app.request(path, { method, headers: { 'x-test-ip': ip } });

  for (let count = 0; count < 300; count += 1) {
    expect((await send('192.0.2.1')).status).toBe(200);
  }
  now += 1_800_000;
  const refused = await send('192.0.2.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1800']);
  const message = 'Too many forms from your network. Please try again in an hour.';
  expect(await refused.text()).toContain(`<h1>Your form was not sent</h1><p>${message}</p>`);
  const json = await send('192.0.2.1', 'POST', '/contact.json');
  expect(await json.json()).toEqual({
    sent: false,
    message,
    retryAfter: 1800,
    ...{ errors: {}, values: {}, images: [], notices: [] },
  });
  expect((await send('192.0.2.1', 'GET')).status).toBe(200);
  expect((await send('192.0.2.2')).status).toBe(200);
  now += 1_800_001;
  expect((await send('192.0.2.1')).status).toBe(200);
});

test('an IPv6 /48 is limited to 600 POST requests an hour', async () => {
  const app = new Hono();
  app.use(limitForms((context) => context.req.header('x-test-ip') ?? '', countInMemory()));
  app.all('/*', (context) => context.text('taken'));
  const send = async (ip: string) =>
    (await app.request('/contact', { method: 'POST', headers: { 'x-test-ip': ip } })).status;
  for (let count = 0; count < 600; count += 1) {
    expect(await send(`2001:db8:1:${count % 10}::1`)).toBe(200);
  }
  expect(await send('2001:db8:1:ff::1')).toBe(429);
  expect(await send('2001:db8:2:1::1')).toBe(200);
});
