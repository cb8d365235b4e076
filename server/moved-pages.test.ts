import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { createMovedPages, type MissingPageCount } from './moved-pages.ts';

const logger = pino({ level: 'silent' });
const browser = { accept: 'text/html,*/*', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' };

function create(stored = [{ from_path: '/old', to_url: '/new' }], lifetimeMs = 60_000) {
  const readRedirects = vi.fn(async () => stored);
  const recorded: MissingPageCount[][] = [];
  let fails = false;
  const moved = createMovedPages({
    readRedirects,
    recordMissing: async (counts) => {
      if (fails) throw new Error('down');
      recorded.push(counts);
    },
    siteUrl: 'https://sheds.example',
    lifetimeMs,
    logger,
  });
  const website = vi.fn(async (request: Request) => {
    const isFound = new URL(request.url).pathname === '/page';
    return new Response('body', { status: isFound ? 200 : 404 });
  });
  const render = moved.wrap(website);
  let sent = 0;
  /** By default each request comes from another network. */
  const get = (path: string, init: RequestInit = {}, ip = `10.0.${sent >> 8}.${sent & 255}`) => {
    sent += 1;
    return render(new Request(`https://sheds.example${path}`, { headers: browser, ...init }), ip);
  };
  return {
    ...{ get, readRedirects, recorded, stored, moved },
    setFailing: (value: boolean) => {
      fails = value;
    },
  };
}

test('a missing page with a redirect answers 301, and redirects are read at the first one', async () => {
  const { get, readRedirects } = create();
  expect((await get('/page')).status).toBe(200);
  expect(readRedirects).not.toHaveBeenCalled();
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await get('/Old/?a=1', { method });
    expect(status).toBe(301);
    expect(headers.get('Location')).toBe('/new?a=1');
    expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
  }
  expect((await get('/old', { method: 'POST' })).status).toBe(404);
  expect((await get('/other')).status).toBe(404);
  expect(readRedirects).toHaveBeenCalledOnce();
});

test('a changed redirect counts at once, after a lost notification when its lifetime is over', async () => {
  const { get, stored, moved } = create();
  await get('/old');
  stored.push({ from_path: '/later', to_url: '/new' });
  moved.invalidate('reviews');
  expect((await get('/later')).status).toBe(404);
  moved.invalidate('redirects');
  expect((await get('/later')).status).toBe(301);
  const short = create(undefined, 0);
  await short.get('/old');
  short.stored.length = 0;
  expect((await short.get('/old')).status).toBe(404);
});

test('a page stays a 404 while redirects cannot be read', async () => {
  const { get, readRedirects } = create();
  readRedirects.mockRejectedValue(new Error('down'));
  expect((await get('/old')).status).toBe(404);
});

test('visits of people to missing pages are counted by path with the first referring host', async () => {
  const { get, recorded, moved } = create();
  const headers = { ...browser, referer: 'https://forum.example/thread?by=ann' };
  await get('/gone?email=ann@example.com', { headers });
  await get('/Gone/', { headers: { ...browser, referer: 'https://evil.example/' } });
  await get('/gone', { headers: { ...browser, 'sec-gpc': '1' } });
  await get('/gone', { headers: { ...browser, dnt: '1' } });
  await get('/gone', { headers: { ...browser, 'user-agent': 'Googlebot/2.1' } });
  await get('/gone', { headers: { ...browser, accept: 'image/webp' } });
  await get('/gone', { method: 'HEAD' });
  await get('/wp-login.php');
  await get('/old');
  await moved.flush();
  await moved.flush();
  expect(recorded).toEqual([[{ path: '/gone', hits: 2, referrer_host: 'forum.example' }]]);
});

test('counts of a failed write are written with the next ones, of 500 paths at most', async () => {
  const { get, recorded, moved, setFailing } = create();
  await get('/gone');
  setFailing(true);
  await expect(moved.flush()).rejects.toThrow('down');
  setFailing(false);
  for (let number = 0; number < 510; number += 1) await get(`/gone-${number}`);
  await get('/gone');
  await moved.flush();
  expect(recorded[0]).toHaveLength(500);
  expect(recorded[0]).toContainEqual({ path: '/gone', hits: 2, referrer_host: null });
});

test('a network counts once a minute for an address, and for 20 addresses an hour', async () => {
  const { get, recorded, moved } = create();
  const send = (path: string, host: number) => get(path, {}, `2001:db8:1:${host}::1`);
  for (const host of [1, 2, 3]) await send('/gone', host);
  for (let number = 0; number < 40; number += 1) await send(`/gone-${number}`, number);
  await get('/gone');
  await moved.flush();
  expect(recorded[0]).toHaveLength(20);
  expect(recorded[0]?.[0]).toEqual({ path: '/gone', hits: 2, referrer_host: null });
});

test('a stored target that no header can hold leaves the page a 404', async () => {
  const { get } = create([{ from_path: '/old', to_url: '/日本' }]);
  expect((await get('/old')).status).toBe(404);
});
