import { type Context, Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitForms } from './form-limit.ts';

test('a network sends a hundred forms an hour, others are not held up', async () => {
  let now = 1000;
  const app = new Hono();
  const addressOf = (context: Context) => context.req.header('x-test-address') ?? '';
  app.use(limitForms(addressOf, { now: () => now }));
  app.all('/*', (context) => context.text('taken'));
  const send = async (address: string, method = 'POST') =>
    (await app.request('/contact', { method, headers: { 'x-test-address': address } })).status;

  for (let count = 0; count < 100; count += 1) expect(await send('192.0.2.1')).toBe(200);
  now += 1_800_000;
  expect(await send('192.0.2.1')).toBe(429);
  expect(await send('192.0.2.1', 'GET')).toBe(200);
  expect(await send('192.0.2.2')).toBe(200);
  now += 1_800_001;
  expect(await send('192.0.2.1')).toBe(200);
});
