import { expect, inject, test } from 'vitest';

const { url } = inject('site');
const load = (path: string, init?: RequestInit) =>
  fetch(url + path, { redirect: 'manual', ...init });

const gated = ['/design', '/quote-request', '/quotes/aB-c', '/admin', '/admin/quotes', '/sheds'];

test.each(gated)(
  '%s has one spelling: five others redirect there or, posted, do not exist',
  async (path) => {
    const token = path.replace('/quotes/aB-c', '');
    const [, first = ''] = path.split('/');
    const upper = path.replace(first, first.toUpperCase());
    const spellings = [
      upper,
      `${path}/`,
      `${path}//`,
      `${upper}/`,
      path.replace(first, `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`),
    ];
    for (const spelling of spellings) {
      const response = await load(`${spelling}?x=Y`);
      expect([spelling, response.status, response.headers.get('location')]).toEqual([
        spelling,
        308,
        `${path}?x=Y`,
      ]);
      expect((await load(spelling, { method: 'POST' })).status).toBe(404);
      if (token === '') expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect((await load(`${upper}.data`)).headers.get('location')).toBe(`${path}.data`);
  },
);
