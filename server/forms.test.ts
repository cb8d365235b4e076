import { type Context, Hono } from 'hono';
import { expect, test } from 'vitest';
import { countInMemory } from '#backend/limits.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { guardForms, limitForms } from './forms.ts';

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

const local = () => '127.0.0.1';

function open(getIp: (context: Context) => string = local) {
  const app = new Hono();
  app.use(guardForms(getIp));
  app.all('/*', async (context) => {
    const form = await context.req.raw.formData().catch(() => undefined);
    return context.json({ fields: form ? [...form.keys()] : null });
  });
  return (init?: RequestInit) => app.request('/contact', init);
}

test('POST passes the fields and files of a form to the handler', async () => {
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

test('GET and HEAD reach the handler', async () => {
  expect((await open()()).status).toBe(200);
  expect((await open()({ method: 'HEAD' })).status).toBe(200);
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s gets 405', async (method) => {
  const response = await open()({ method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
});

test('POST from another site gets 403', async () => {
  const headers = { ...urlencoded, 'sec-fetch-site': 'cross-site' };
  expect((await open()({ method: 'POST', headers, body: 'a=b' })).status).toBe(403);
});

test.each([
  ['more text than the limit', urlencoded, 'a'.repeat(600_000)],
  ['text without a type', {}, new Uint8Array(600_000)],
  [
    'more images than the limit',
    { 'content-type': 'multipart/form-data; boundary=b' },
    new Uint8Array(65 * 1024 * 1024),
  ],
])('POST with %s, with and without Content-Length, gets 413', async (_what, headers, body) => {
  expect((await open()({ method: 'POST', headers, body })).status).toBe(413);
  const announced = { ...headers, 'content-length': String(body.length) };
  expect((await open()({ method: 'POST', headers: announced, body: 'a' })).status).toBe(413);
});

test.each([
  ['urlencoded', urlencoded, 'a&'.repeat(200_000)],
  [
    'multipart',
    { 'content-type': 'multipart/form-data; boundary="xy"' },
    '--xy\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(20_000),
  ],
])('POST with a %s form of many fields gets 400', async (_kind, headers, body) => {
  expect((await open()({ method: 'POST', headers, body })).status).toBe(400);
});

const part = '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';

test.each([
  'multipart/form-data; x="; boundary=AAAA"; boundary=B',
  'multipart/form-data; boundary=AAAA, multipart/form-data; boundary=B',
  'text/plain, multipart/form-data; boundary=B',
  'multipart/form-data; boundary="\\B"',
  'multipart/form-data; boundary=AAAA; boundary=B',
  'multipart/form-data; boundary=B; x=y',
  'multipart/form-data;\tboundary=B',
  'multipart/form-data',
  'application/x-www-form-urlencoded; x="\\a"',
  'text/plain',
])('POST with Content-Type %s gets 400, however few its fields', async (type) => {
  const body = `${part}--B--\r\n`;
  const response = await open()({ method: 'POST', headers: { 'content-type': type }, body });
  expect(response.status).toBe(400);
});

test.each([
  '----WebKitFormBoundary7MA4YWxkTrZu0gW',
  '----geckoformboundary1f2e3d4c5b6a79881f2e3d4c5b6a7988',
  '---------------------------9051914041544843365972754266',
  '----formdata-undici-034827465112',
  '------------------------d74496d66958873e',
  '"----abc"',
])('POST with the boundary %s of a browser, undici or curl is parsed', async (written) => {
  const body = `${part.replace('B', written.replaceAll('"', ''))}--${written.replaceAll('"', '')}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${written}` };
  const response = await open()({ method: 'POST', headers, body });
  expect(await response.json()).toEqual({ fields: ['a'] });
});

test('POST with many parts of another boundary than the Content-Type names gets 400', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=A' };
  const body = part.repeat(20_000);
  expect((await open()({ method: 'POST', headers, body })).status).toBe(400);
});

test('four large forms are handled at a time, small ones meanwhile', async () => {
  const app = new Hono();
  app.use(guardForms(local));
  let running = 0;
  let maxRunning = 0;
  app.post('/large', async (context) => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    expect((await post('/small', 'a')).status).toBe(200);
    running -= 1;
    return context.text('');
  });
  app.post('/small', (context) => context.text(''));
  const post = async (path: string, value: string) => {
    const form = new FormData();
    form.set('picture', new File([value], 'shed.jpg'));
    return app.request(path, { method: 'POST', body: form });
  };
  const large = 'x'.repeat(2_000_000);
  const all = await Promise.all(Array.from({ length: 8 }, () => post('/large', large)));
  expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(maxRunning).toBe(4);
});

test.runIf(isFull)(
  'a large form gets 503 while others fill the memory',
  { timeout: 90_000 },
  async () => {
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
  },
);

test.runIf(isFull)(
  'a network holds 80 MiB of forms and an IPv6 /48 128 MiB, others send large forms meanwhile',
  { timeout: 90_000 },
  async () => {
    const post = open((context) => context.req.header('x-test-ip') ?? '');
    const held: ReadableStreamDefaultController[] = [];
    const begin = async (ip: string, megabytes: number) =>
      post({
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-test-ip': ip },
        duplex: 'half',
        body: new ReadableStream({
          start(controller) {
            controller.enqueue(new Uint8Array(megabytes * 1024 * 1024));
            held.push(controller);
          },
        }),
      } as RequestInit);
    const getStatus = (answer: Promise<Response>) =>
      Promise.race([
        answer.then(({ status }) => status),
        new Promise((resolve) => setTimeout(resolve, 200, 'waits for its end')),
      ]);
    const first = begin('2001:db8:1:1::1', 60);
    expect(await getStatus(first)).toBe('waits for its end');
    expect(await getStatus(begin('2001:db8:1:1::2', 60))).toBe(503);
    const second = begin('2001:db8:1:2::1', 60);
    expect(await getStatus(second)).toBe('waits for its end');
    expect(await getStatus(begin('2001:db8:1:3::1', 60))).toBe(503);
    const other = begin('192.0.2.1', 60);
    expect(await getStatus(other)).toBe('waits for its end');
    const small = { ...urlencoded, 'x-test-ip': '2001:db8:1:1::1' };
    expect((await post({ method: 'POST', headers: small, body: 'name=Ann' })).status).toBe(200);
    for (const controller of held) {
      try {
        controller.close();
      } catch {
        // It was refused.
      }
    }
    expect((await Promise.all([first, second, other])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
    const again = begin('2001:db8:1:1::1', 60);
    expect(await getStatus(again)).toBe('waits for its end');
    held.at(-1)?.close();
    await again;
  },
);

test('two forms of one network are handled at a time, those of others meanwhile', async () => {
  const app = new Hono();
  app.use(guardForms((context) => context.req.header('x-test-ip') ?? ''));
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let running = 0;
  app.post('/slow', async (context) => {
    running += 1;
    await gate;
    return context.text('');
  });
  app.post('/fast', (context) => context.text(''));
  const post = async (path: string, ip: string) => {
    const form = new FormData();
    form.set('picture', new File(['x'.repeat(1_500_000)], 'shed.jpg'));
    return app.request(path, { method: 'POST', body: form, headers: { 'x-test-ip': ip } });
  };
  const flood = Array.from({ length: 40 }, () => post('/slow', '192.0.2.1'));
  await expect.poll(() => running).toBe(2);
  expect((await post('/fast', '192.0.2.2')).status).toBe(200);
  expect(running).toBe(2);
  finish();
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses).toEqual(Array(40).fill(200));
});

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
