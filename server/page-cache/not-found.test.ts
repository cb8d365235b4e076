import { expect, test } from 'vitest';
import { createRouteMatcher, getNotFoundTemplate } from './not-found.ts';

const isUnknown = createRouteMatcher(
  Object.fromEntries(
    [
      { id: 'root', path: '' },
      { id: 'layout', parentId: 'root' },
      { id: 'home', parentId: 'layout', index: true },
      { id: 'post', parentId: 'layout', path: 'blog/:slug' },
      { id: 'none', parentId: 'layout', path: '*' },
      { id: 'cards', parentId: 'root', path: 'cards/*' },
      { id: 'admin', parentId: 'root', path: 'admin' },
      { id: 'quotes', parentId: 'admin', path: 'quotes' },
      { id: 'admin-unknown', parentId: 'admin', path: ':screen/*' },
    ].map((route) => [route.id, route]),
  ) as unknown as Parameters<typeof createRouteMatcher>[0],
);

test.each(['/', '/blog/x', '/blog/x/', '/BLOG/x', '/cards/a/b.png', '/admin', '/admin/none/x'])(
  '%s has a route',
  (path) => expect(isUnknown(path)).toBe(false),
);

test.each(['/none.data', '/_.data', '/__manifest'])('%s is left to React Router', (path) => {
  expect(isUnknown(path)).toBe(false);
});

test.each(['/none', '/blog/x/y', '/wp-login.php', '/%61'])('%s has no route', (path) =>
  expect(isUnknown(path)).toBe(true),
);

test('the templates are the routes with parameters', () => {
  expect(getNotFoundTemplate('/blog/a-shed')).toBe('/blog/%20');
  expect(getNotFoundTemplate('/custom-sheds/none')).toMatch(/^\/custom-sheds\/0/);
  expect(getNotFoundTemplate('/blog')).toBeUndefined();
});
