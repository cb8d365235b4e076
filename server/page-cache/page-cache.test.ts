import { beforeEach, expect, test, vi } from 'vitest';
import { type CachedResponse, createCachedResponse } from './cached-response.ts';
import { createPageCache, type PageCache, type RenderResult } from './page-cache.ts';
import { createTablesRead } from './table-reads.ts';

let renders: string[];
let content: string;
let finish: (() => void)[];
let isCacheable: boolean;
let isUnknown: boolean;
let status: number;
let now: number;
let cache: PageCache;

beforeEach(() => {
  renders = [];
  content = 'first';
  finish = [];
  isCacheable = true;
  isUnknown = false;
  status = 200;
  now = 1000;
  cache = open();
});

const open = (limits: { maxBytes?: number; lifetimeMs?: number } = {}) =>
  createPageCache({
    maxBytes: 10_000_000,
    lifetimeMs: 60_000,
    clock: { now: () => now },
    ...limits,
    render: async (key): Promise<RenderResult> => {
      renders.push(key);
      const body = Buffer.from(content);
      await new Promise<void>((resolve) => finish.push(resolve));
      const names = new Set(key === '/blog' ? ['blog_posts'] : ['shed_listings']);
      const response = await createCachedResponse(status, new Headers(), body);
      return { response, tablesRead: { names, isUnknown }, isCacheable };
    },
  });

const finishAll = () => {
  for (const each of finish.splice(0)) each();
};
const text = (response: CachedResponse | undefined) => response?.variants.identity.body.toString();
const render = (key: string) => cache.render(key, '192.0.2.1');
async function renderNow(key: string) {
  const rendering = render(key);
  finishAll();
  return text(await rendering);
}

test('50 requests for a page share a render', async () => {
  const responses = Array.from({ length: 50 }, () => render('/sheds'));
  finishAll();
  expect(new Set((await Promise.all(responses)).map(text))).toEqual(new Set(['first']));
  expect(renders).toEqual(['/sheds']);
  expect(text(cache.get('/sheds'))).toBe('first');
});

test('invalidating a table removes the pages that read it, and no others', async () => {
  await renderNow('/sheds');
  await renderNow('/blog');
  cache.invalidate('shed_listings');
  expect(cache.get('/sheds')).toBeUndefined();
  expect(text(cache.get('/blog'))).toBe('first');
  cache.invalidate();
  expect(cache.get('/blog')).toBeUndefined();
});

test('a page that called a database function is removed at every invalidation', async () => {
  isUnknown = true;
  await renderNow('/sheds');
  cache.invalidate('staff');
  expect(cache.get('/sheds')).toBeUndefined();
});

test.each(['shed_listings', undefined])(
  'a render that began before the invalidation of %s is neither stored nor shared',
  async (table) => {
    const before = render('/sheds');
    content = 'second';
    cache.invalidate(table);
    const after = render('/sheds');
    finishAll();
    expect(text(await before)).toBe('first');
    expect(text(await after)).toBe('second');
    expect(text(cache.get('/sheds'))).toBe('second');
    expect(renders).toHaveLength(2);
  },
);

test('the newer page is stored if the older render ends last', async () => {
  const before = render('/sheds');
  cache.invalidate('shed_listings');
  content = 'second';
  const after = render('/sheds');
  finish[1]?.();
  await after;
  finish[0]?.();
  await before;
  expect(text(cache.get('/sheds'))).toBe('second');
});

test('a render during which another table was invalidated is stored', async () => {
  const rendering = render('/sheds');
  cache.invalidate('blog_posts');
  finishAll();
  await rendering;
  expect(text(cache.get('/sheds'))).toBe('first');
});

test('a response that is not cacheable is not stored', async () => {
  isCacheable = false;
  expect(await renderNow('/sheds')).toBe('first');
  expect(cache.get('/sheds')).toBeUndefined();
});

test('a page is rendered again after an error', async () => {
  const failing = createPageCache({
    maxBytes: 1000,
    lifetimeMs: 1000,
    render: async () => {
      renders.push('failed');
      throw new Error('no database');
    },
  });
  await expect(failing.render('/', '')).rejects.toThrow('no database');
  await expect(failing.render('/', '')).rejects.toThrow('no database');
  expect(renders).toHaveLength(2);
});

test('beyond its bytes the cache removes the least recently used page', async () => {
  cache = open({ maxBytes: 100_000 });
  content = 'x'.repeat(9_000);
  for (let n = 0; n < 30; n += 1) {
    await renderNow(`/sheds?page=${n}`);
    cache.get('/sheds?page=0');
  }
  expect(text(cache.get('/sheds?page=0'))).toBe(content);
  expect(cache.get('/sheds?page=5')).toBeUndefined();
  expect(cache.get('/sheds?page=29')).toBeDefined();
});

test('a page is not sent after its lifetime', async () => {
  cache = open({ lifetimeMs: 20 });
  await renderNow('/sheds');
  now += 21;
  expect(cache.get('/sheds')).toBeUndefined();
});

test('a rejected render does not stop other pages from being rendered', async () => {
  cache = createPageCache({
    maxBytes: 10_000_000,
    lifetimeMs: 60_000,
    clock: { now: () => now },
    render: async (key): Promise<RenderResult> => {
      renders.push(key);
      const isRefused = key === '/refused';
      const status = isRefused ? 503 : 200;
      const response = await createCachedResponse(status, new Headers(), Buffer.from(''));
      return { response, tablesRead: createTablesRead(), isCacheable: !isRefused, isRefused };
    },
  });
  await render('/sheds');
  now += 60_001;
  await render('/refused');
  await render('/sheds');
  expect(renders).toEqual(['/sheds', '/refused', '/sheds']);
});

test('during an outage the last page is sent, and another render is tried after two seconds', async () => {
  await renderNow('/sheds');
  cache.invalidate();
  now += 61_000;
  status = 503;
  isCacheable = false;
  content = 'away';
  expect(await renderNow('/sheds')).toBe('first');
  expect(await renderNow('/blog')).toBe('away');
  expect(text(await render('/sheds'))).toBe('first');
  expect(renders).toEqual(['/sheds', '/sheds', '/blog']);
  now += 2001;
  status = 200;
  isCacheable = true;
  content = 'back';
  expect(await renderNow('/sheds')).toBe('back');
  expect(text(cache.get('/sheds'))).toBe('back');
});

test('a page with a changed table is not sent during an outage', async () => {
  await renderNow('/sheds');
  now += 61_000;
  cache.invalidate('shed_listings');
  status = 503;
  isCacheable = false;
  content = 'away';
  expect(await renderNow('/sheds')).toBe('away');
});

test('setting the system clock changes no lifetime', async () => {
  await renderNow('/sheds');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 });
  try {
    expect(text(cache.get('/sheds'))).toBe('first');
    vi.setSystemTime(Date.now() - 48 * 60 * 60 * 1000);
    expect(text(cache.get('/sheds'))).toBe('first');
    now += 61_000;
    expect(cache.get('/sheds')).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
