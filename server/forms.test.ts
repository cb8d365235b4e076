import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { guardForms } from './forms.ts';

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

function open() {
  const app = new Hono();
  app.use(guardForms());
  app.all('/*', async (context) => {
    const form = await context.req.raw.formData().catch(() => undefined);
    return context.json({ fields: form ? [...form.keys()] : null });
  });
  return (init?: RequestInit) => app.request('/contact', init);
}

test('hands on what a form holds, with its files', async () => {
  const form = new FormData();
  form.set('name', 'Ann');
  form.set('picture', new File([new Uint8Array(2_000_000)], 'shed.jpg'));
  const response = await open()({ method: 'POST', body: form });
  expect(await response.json()).toEqual({ fields: ['name', 'picture'] });
  const text = await open()({
    method: 'POST',
    headers: urlencoded,
    body: 'name=Ann&email=a%40b.ca',
  });
  expect(await text.json()).toEqual({ fields: ['name', 'email'] });
});

test('lets pages be read', async () => {
  expect((await open()()).status).toBe(200);
  expect((await open()({ method: 'HEAD' })).status).toBe(200);
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('refuses %s', async (method) => {
  const response = await open()({ method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
});

test('refuses forms that another site sends', async () => {
  const headers = { ...urlencoded, 'sec-fetch-site': 'cross-site' };
  expect((await open()({ method: 'POST', headers, body: 'a=b' })).status).toBe(403);
});

test.each([
  ['more text than the forms have', urlencoded, 'a'.repeat(600_000)],
  ['text under no type', {}, new Uint8Array(600_000)],
  [
    'more pictures than fit',
    { 'content-type': 'multipart/form-data; boundary=b' },
    new Uint8Array(65 * 1024 * 1024),
  ],
])('refuses %s, announced or not', async (_what, headers, body) => {
  expect((await open()({ method: 'POST', headers, body })).status).toBe(413);
  const announced = { ...headers, 'content-length': String(body.length) };
  expect((await open()({ method: 'POST', headers: announced, body: 'a' })).status).toBe(413);
});

test.each([
  ['urlencoded', urlencoded, 'a&'.repeat(200_000)],
  [
    'multipart',
    { 'content-type': 'multipart/form-data; boundary="x y"' },
    '--x y\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(20_000),
  ],
])('refuses a %s form of very many fields', async (_kind, headers, body) => {
  expect((await open()({ method: 'POST', headers, body })).status).toBe(400);
});

test('takes large forms one after the other, and refuses one where others fill the memory', async () => {
  const post = open();
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const held: ReadableStreamDefaultController[] = [];
  const slow = Array.from({ length: 5 }, () =>
    post({
      method: 'POST',
      headers,
      duplex: 'half',
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(60 * 1024 * 1024));
          held.push(controller);
        },
      }),
    } as RequestInit),
  );
  const refused = await Promise.race(slow);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('60');
  const small = await post({ method: 'POST', headers: urlencoded, body: 'name=Ann' });
  expect(small.status).toBe(200);
  for (const controller of held) controller.close();
  await Promise.all(slow);
  const body = new Uint8Array(60 * 1024 * 1024);
  expect((await post({ method: 'POST', headers, body })).status).toBe(200);
});
