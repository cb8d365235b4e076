import { beforeEach, expect, test, vi } from 'vitest';
import { type Answer, answerOf } from './answer.ts';
import { createPageCache, type PageCache, type Rendered } from './page-cache.ts';

let renders: string[];
let content: string;
let finish: (() => void)[];
let lasting: boolean;
let everything: boolean;
let status: number;
let now: number;
let cache: PageCache;

beforeEach(() => {
  renders = [];
  content = 'first';
  finish = [];
  lasting = true;
  everything = false;
  status = 200;
  now = 1000;
  cache = open();
});

const open = (limits: { maxBytes?: number; lifetime?: number } = {}) =>
  createPageCache({
    maxBytes: 10_000_000,
    lifetime: 60_000,
    clock: { now: () => now },
    ...limits,
    render: async (address): Promise<Rendered> => {
      renders.push(address);
      const body = Buffer.from(content);
      await new Promise<void>((resolve) => finish.push(resolve));
      const names = new Set(address === '/blog' ? ['blog_posts'] : ['shed_listings']);
      const answer = answerOf(status, new Headers(), { identity: body });
      return { answer, read: { names, everything }, lasting, size: answer.size };
    },
  });

const finishAll = () => {
  for (const each of finish.splice(0)) each();
};
const text = (answer: Answer | undefined) => answer?.identity.body.toString();
async function put(address: string) {
  const rendering = cache.render(address);
  finishAll();
  return text(await rendering);
}

test('renders a page once, however many ask meanwhile', async () => {
  const asked = Array.from({ length: 50 }, () => cache.render('/sheds'));
  finishAll();
  expect(new Set((await Promise.all(asked)).map(text))).toEqual(new Set(['first']));
  expect(renders).toEqual(['/sheds']);
  expect(text(cache.get('/sheds'))).toBe('first');
});

test('drops the pages that show a changed table, and no others', async () => {
  await put('/sheds');
  await put('/blog');
  cache.drop('shed_listings');
  expect(cache.get('/sheds')).toBeUndefined();
  expect(text(cache.get('/blog'))).toBe('first');
  cache.drop();
  expect(cache.get('/blog')).toBeUndefined();
});

test('drops a page that may have read anything at every change', async () => {
  everything = true;
  await put('/sheds');
  cache.drop('staff');
  expect(cache.get('/sheds')).toBeUndefined();
});

test.each(['shed_listings', undefined])(
  'neither keeps nor shares a render that began before a change of %s',
  async (table) => {
    const before = cache.render('/sheds');
    content = 'second';
    cache.drop(table);
    const after = cache.render('/sheds');
    finishAll();
    expect(text(await before)).toBe('first');
    expect(text(await after)).toBe('second');
    expect(text(cache.get('/sheds'))).toBe('second');
    expect(renders).toHaveLength(2);
  },
);

test('keeps the newer page where the older render ends last', async () => {
  const before = cache.render('/sheds');
  cache.drop('shed_listings');
  content = 'second';
  const after = cache.render('/sheds');
  finish[1]?.();
  await after;
  finish[0]?.();
  await before;
  expect(text(cache.get('/sheds'))).toBe('second');
});

test('keeps a render during which another table changed', async () => {
  const rendering = cache.render('/sheds');
  cache.drop('blog_posts');
  finishAll();
  await rendering;
  expect(text(cache.get('/sheds'))).toBe('first');
});

test('does not keep what must not last', async () => {
  lasting = false;
  expect(await put('/sheds')).toBe('first');
  expect(cache.get('/sheds')).toBeUndefined();
});

test('renders again after one that failed', async () => {
  const failing = createPageCache({
    maxBytes: 1000,
    lifetime: 1000,
    render: async () => {
      renders.push('failed');
      throw new Error('no database');
    },
  });
  await expect(failing.render('/')).rejects.toThrow('no database');
  await expect(failing.render('/')).rejects.toThrow('no database');
  expect(renders).toHaveLength(2);
});

test('stays within its bytes, the least used page going first', async () => {
  cache = open({ maxBytes: 100_000 });
  content = 'x'.repeat(9_000);
  for (let n = 0; n < 30; n += 1) {
    await put(`/sheds?page=${n}`);
    cache.get('/sheds?page=0');
  }
  expect(text(cache.get('/sheds?page=0'))).toBe(content);
  expect(cache.get('/sheds?page=5')).toBeUndefined();
  expect(cache.get('/sheds?page=29')).toBeDefined();
});

test('keeps no page for longer than its lifetime', async () => {
  cache = open({ lifetime: 20 });
  await put('/sheds');
  now += 21;
  expect(cache.get('/sheds')).toBeUndefined();
});

test('a refused render does not keep other pages from being rendered', async () => {
  cache = createPageCache({
    maxBytes: 10_000_000,
    lifetime: 60_000,
    clock: { now: () => now },
    render: async (address): Promise<Rendered> => {
      renders.push(address);
      const isRefused = address === '/refused';
      const answer = answerOf(isRefused ? 503 : 200, new Headers(), { identity: Buffer.from('') });
      const read = { names: new Set<string>(), everything: false };
      return { answer, read, lasting: !isRefused, isRefused, size: answer.size };
    },
  });
  await cache.render('/sheds');
  now += 60_001;
  await cache.render('/refused');
  await cache.render('/sheds');
  expect(renders).toEqual(['/sheds', '/refused', '/sheds']);
});

test('while nothing can be rendered, the last page stands in, and it is tried again soon', async () => {
  await put('/sheds');
  cache.drop();
  now += 61_000;
  status = 503;
  lasting = false;
  content = 'away';
  expect(await put('/sheds')).toBe('first');
  expect(await put('/blog')).toBe('away');
  expect(text(await cache.render('/sheds'))).toBe('first');
  expect(renders).toEqual(['/sheds', '/sheds', '/blog']);
  now += 2001;
  status = 200;
  lasting = true;
  content = 'back';
  expect(await put('/sheds')).toBe('back');
  expect(text(cache.get('/sheds'))).toBe('back');
});

test('a page that has changed never stands in', async () => {
  await put('/sheds');
  now += 61_000;
  cache.drop('shed_listings');
  status = 503;
  lasting = false;
  content = 'away';
  expect(await put('/sheds')).toBe('away');
});

test('a clock that is set changes no lifetime', async () => {
  await put('/sheds');
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
