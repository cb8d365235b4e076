import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, inject, test } from 'vitest';
import routes from '#app/routes.ts';
import { serverPaths } from '#server/match-route.ts';

const { url } = inject('site');
const load = (path: string, init?: RequestInit) =>
  fetch(url + path, { redirect: 'manual', ...init });

const listPatterns = (entries: RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const pattern = [parent, path].filter(Boolean).join('/');
    return [...(path ? [pattern] : []), ...listPatterns(children, pattern)];
  });

/** Every path that the website or the server answers; a gate can be at any of them. */
const patterns = new Set([...listPatterns(routes), ...serverPaths]);
patterns.delete('*');

const values: Record<string, string> = { ':token': 'aB-c', '*': 'a/B-c' };
/** @returns one path of the pattern, with its segments as `spell` writes them */
const fill = (pattern: string, spell = (segment: string, _isFixed: boolean) => segment) =>
  `/${pattern
    .split('/')
    .map((part) => spell(values[part] ?? part.replace(/^:.*/, 'aB-1'), /^[^:*]/.test(part)))
    .join('/')}`;

const toUpper = (text: string, isFixed: boolean) => (isFixed ? text.toUpperCase() : text);
const encode = (segment: string) => `%${segment.charCodeAt(0).toString(16)}${segment.slice(1)}`;

test.each([...patterns].sort())(
  '/%s has one spelling: five others redirect there or, posted, do not exist',
  async (pattern) => {
    const path = fill(pattern);
    const upper = fill(pattern, toUpper);
    const isSecret = pattern.includes(':token');
    for (const spelling of [upper, `${path}/`, `${path}//`, `${upper}/`, fill(pattern, encode)]) {
      const response = await load(`${spelling}?x=Y`);
      expect([spelling, response.status, response.headers.get('location')]).toEqual([
        spelling,
        308,
        `${path}?x=Y`,
      ]);
      expect((await load(spelling, { method: 'POST' })).status).toBe(404);
      if (isSecret) expectSecret(response);
    }
    expect((await load(`${upper}.data`)).headers.get('location')).toBe(`${path}.data`);
    if (isSecret) expectSecret(await load(path));
  },
);

/** The URL is neither stored nor listed nor told to other sites. */
function expectSecret({ headers }: Response) {
  expect({
    cache: headers.get('cache-control'),
    referrer: headers.get('referrer-policy'),
    robots: headers.get('x-robots-tag'),
  }).toEqual({ cache: 'private, no-store', referrer: 'no-referrer', robots: 'noindex, nofollow' });
}
