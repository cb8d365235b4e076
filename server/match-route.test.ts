import { expect, test } from 'vitest';
import { createRouteMatcher, toOriginForm } from './match-route.ts';

const matchRoute = createRouteMatcher(
  Object.fromEntries(
    [
      { id: 'root', path: '' },
      { id: 'layout', parentId: 'root' },
      { id: 'home', parentId: 'layout', index: true },
      { id: 'design', parentId: 'layout', path: 'design' },
      { id: 'post', parentId: 'layout', path: 'blog/:slug' },
      { id: 'shed', parentId: 'layout', path: 'custom-sheds/:id' },
      { id: 'quote', parentId: 'layout', path: 'quotes/:token' },
      { id: 'none', parentId: 'layout', path: '*' },
      { id: 'viewed', parentId: 'root', path: 'quotes/:token/viewed' },
      { id: 'cards', parentId: 'root', path: 'cards/*' },
      { id: 'admin', parentId: 'root', path: 'admin' },
      { id: 'quotes', parentId: 'admin', path: 'quotes' },
      { id: 'admin-unknown', parentId: 'admin', path: ':screen/*' },
    ].map((route) => [route.id, route]),
  ) as unknown as Parameters<typeof createRouteMatcher>[0],
);

const id = '1c2d3e4f-0a1b-4c2d-8e3f-0123456789ab';

test.each([
  ['/', '', '/'],
  ['/_.data', '', '/_.data'],
  ['/design', 'design', '/design'],
  ['/Design', 'design', '/design'],
  ['/design//', 'design', '/design'],
  ['/%44esign', 'design', '/design'],
  ['/design.data', 'design', '/design.data'],
  ['/Design/.data', 'design', '/design.data'],
  ['/design/_.data', 'design', '/design.data'],
  ['/Blog/A-Shed/', 'blog/:slug', '/blog/A-Shed'],
  ['/blog/%61-shed', 'blog/:slug', '/blog/a-shed'],
  ['/blog/%61-shed.data', 'blog/:slug', '/blog/a-shed.data'],
  ["/blog/caf%c3%a9-%27a,b'", 'blog/:slug', "/blog/caf%C3%A9-'a%2Cb'"],
  ['/blog/100%25', 'blog/:slug', '/blog/100%25'],
  [`/custom-sheds/${id.toUpperCase()}`, 'custom-sheds/:id', `/custom-sheds/${id}`],
  [`/custom-sheds/%31${id.slice(1)}`, 'custom-sheds/:id', `/custom-sheds/${id}`],
  ['/quotes/%61B', 'quotes/:token', '/quotes/aB'],
  ['/QUOTES/aB%2Fc/', 'quotes/:token', '/quotes/aB%2Fc'],
  ['/quotes/aB-c_.', 'quotes/:token', '/quotes/aB-c_'],
  ['/quotes/aB).', 'quotes/:token', '/quotes/aB'],
  ['/quotes/aB%E2%80%9D', 'quotes/:token', '/quotes/aB'],
  ['/quotes/...a', 'quotes/:token', '/quotes/...a'],
  ['/Quotes/aB/Viewed', 'quotes/:token/viewed', '/quotes/aB/viewed'],
  ['/Quotes/aB/Quote.pdf', 'quotes/:token/quote.pdf', '/quotes/aB/quote.pdf'],
  ['/quotes/aB/quote.pdf.', 'quotes/:token/quote.pdf', '/quotes/aB/quote.pdf'],
  [
    '/quotes/aB/Agreement.pdf%E2%80%9D).',
    'quotes/:token/agreement.pdf',
    '/quotes/aB/agreement.pdf',
  ],
  ['/design.', 'design', '/design'],
  ['/design,.data', 'design', '/design.data'],
  ['/Cards/a/B.png', 'cards/*', '/cards/a/B.png'],
  ['/cards/%61/B%2epng', 'cards/*', '/cards/a/B.png'],
  ['/Admin/Quotes/', 'admin/quotes', '/admin/quotes'],
  ['/admin/None/x', 'admin/:screen/*', '/admin/None/x'],
])('matchRoute finds %s at %s, with the canonical path %s', (path, pattern, canonicalPath) => {
  expect(matchRoute(path)).toEqual({ pattern, canonicalPath });
});

test.each([
  '/none',
  '/none.',
  '/.',
  '/...',
  '/none.data',
  '/blog/x/y',
  '//evil.example/',
  '/%61',
  '/%E0%A4%A',
])('matchRoute finds no route for %s', (path) => expect(matchRoute(path)).toBeUndefined());

test.each([
  ['http://sheds.example/design?a=/./b', '/design?a=/./b'],
  ['HTTPS://sheds.example:8080', '/'],
  ['/./design?style=gable', '/design?style=gable'],
  ['/x/../quotes/aB', '/quotes/aB'],
  ['/x/%2E%2e/quotes/aB', '/quotes/aB'],
  ['/design?a=/./b', '/design?a=/./b'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['//design', '//design'],
  ['http://', 'http://'],
  ['*', '*'],
])('toOriginForm turns the request target %s into %s', (target, path) => {
  expect(toOriginForm(target)).toBe(path);
});
