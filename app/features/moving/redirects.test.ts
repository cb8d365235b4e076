import { describe, expect, test } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import {
  createRedirectForm,
  findConflict,
  findRedirect,
  mapRedirects,
  toMissingPath,
  toRedirectPath,
  toReferrerHost,
} from './redirects.ts';

const siteUrl = 'https://sheds.example';
const form = createRedirectForm(siteUrl);
const url = (address: string) => new URL(address, siteUrl);

test.each([
  ['/Old/', '/old'],
  ['//a///b//', '/a/b'],
  ['/caf%C3%A9', '/caf%c3%a9'],
  ['/café', '/caf%c3%a9'],
  ['/a%2Fb', '/a%2fb'],
  ['/%41', '/a'],
  ['/', '/'],
  ['/%', undefined],
  ['/%ff', undefined],
])('toRedirectPath writes %s as %s', (typed, path) => {
  expect(toRedirectPath(typed)).toBe(path);
});

describe('findRedirect', () => {
  const redirects = new Map([
    ['/old', '/new'],
    ['/index.php?page=about', '/about'],
    ['/index.php', '/'],
    ['/asked', '/new?a=1'],
    ['/part', '/new#prices'],
    ['/away', 'https://other.example/x'],
  ]);
  test.each([
    ['/old', '/new'],
    ['/OLD/', '/new'],
    ['/old?utm_source=a&b=%20', '/new?utm_source=a&b=%20'],
    ['/index.php?page=About', '/about'],
    ['/index.php?page=other', '/?page=other'],
    ['/asked?b=2', '/new?a=1'],
    ['/part?b=2', '/new?b=2#prices'],
    ['/away?b=2', 'https://other.example/x?b=2'],
    ['/older', undefined],
    ['/%ff', undefined],
  ])('sends a visitor of %s to %s', (address, target) => {
    expect(findRedirect(redirects, url(address))).toBe(target);
  });
});

test.each([
  ['/', '/blog', { from: "The home page can't be redirected" }],
  ['/?p=1', '/blog', { from: "The home page can't be redirected" }],
  ['/admin/x', '/blog', { from: "The admin panel and customers' quotes can't be redirected" }],
  ['/Quotes/abc', '/blog', { from: "The admin panel and customers' quotes can't be redirected" }],
  ['/a', '//evil.example', { to: /^Please enter an address/ }],
  ['/a', '/\\evil.example', { to: /^Please enter an address/ }],
  ['/a', 'javascript:alert(1)', { to: /^Please enter an address/ }],
  ['/a', 'data:text/html,x', { to: /^Please enter an address/ }],
  ['/a', 'https://sheds.example@evil.example/', { to: /^Please enter an address/ }],
  ['/a', 'https:evil.example', { to: /^Please enter an address/ }],
  ['/a', '/b\r\nSet-Cookie: a=b', { to: /^Please enter an address/ }],
  ['old', '/blog', { from: /^Please enter an address/ }],
  ['//old', '/blog', { from: /^Please enter an address/ }],
  ['/a b', '/blog', { from: /^Please enter an address/ }],
  [`/${'a'.repeat(500)}`, '/blog', { from: 'Please enter a shorter address' }],
])('createRedirectForm rejects a redirect from %s to %s', (from, to, errors) => {
  const { error } = form.safeParse({ from, to });
  const found = error ? fieldErrors(error) : {};
  for (const [field, message] of Object.entries(errors)) expect(found[field]).toMatch(message);
  expect(Object.keys(found)).toEqual(Object.keys(errors));
});

test.each([
  [' /Old-Page/#top ', '/blog', '/old-page', '/blog'],
  [
    'http://www.old.example/About.html?Id=1',
    'HTTPS://other.example/X',
    '/about.html?id=1',
    'https://other.example/X',
  ],
  ['/a', 'https://sheds.example/sheds?size=8x8#top', '/a', '/sheds?size=8x8#top'],
  ['/a', '/日本?q=é#—', '/a', '/%E6%97%A5%E6%9C%AC?q=%C3%A9#%E2%80%94'],
  ['/a', 'https://例え.jp/', '/a', 'https://xn--r8jz45g.jp/'],
  ['/a', 'https://sheds.example//evil.example/x', '/a', '/evil.example/x'],
  ['/a', '/.//evil.example/x', '/a', '/evil.example/x'],
])('createRedirectForm accepts a redirect from %s to %s', (from, to, from_path, to_url) => {
  expect(form.parse({ from, to })).toEqual({ from_path, to_url });
});

test('findConflict names the address of a loop, a chain and a second redirect', () => {
  const others = [{ from_path: '/a', to_url: '/B/?x=1' }];
  const find = (from_path: string, to_url: string) => findConflict({ from_path, to_url }, others);
  expect(find('/c', '/C/#x')).toEqual({
    field: 'to',
    message: 'This address would redirect to itself',
  });
  expect(find('/a', '/c')?.message).toBe('This address is already redirected to /B/?x=1');
  expect(find('/c', '/A/')?.field).toBe('to');
  expect(find('/b', '/c')?.field).toBe('from');
  expect(find('/b?x=1', '/c')?.field).toBe('from');
  expect(find('/c', '/d')).toBeUndefined();
});

test('mapRedirects leaves out what leads to a redirected address, even by its whole URL', () => {
  const rows = [
    { from_path: '/a', to_url: 'https://sheds.example/b' },
    { from_path: '/b', to_url: '/c' },
    { from_path: '/d', to_url: 'https://sheds.example/D' },
    { from_path: '/e', to_url: 'https://other.example/e' },
    { from_path: '/f', to_url: 'https://sheds.example//evil.example/x' },
    { from_path: '/g', to_url: '/日本' },
  ];
  expect([...mapRedirects(rows, siteUrl)]).toEqual([
    ['/b', '/c'],
    ['/e', 'https://other.example/e'],
    ['/f', '/evil.example/x'],
  ]);
});

test.each([
  ['/Old-Page/', '/old-page'],
  [
    '/2019/05/03/ten-ways-to-keep-a-garden-shed-dry-in-winter',
    '/2019/05/03/ten-ways-to-keep-a-garden-shed-dry-in-winter',
  ],
  [
    '/10-ways-to-keep-a-shed-dry-and-warm-all-winter-long',
    '/10-ways-to-keep-a-shed-dry-and-warm-all-winter-long',
  ],
  [
    '/custom-sheds/11111111-2222-4333-8444-555555555555',
    '/custom-sheds/11111111-2222-4333-8444-555555555555',
  ],
  ['/wp-content/uploads/2019/05/shed.jpg', '/wp-content/uploads/2019/05/shed.jpg'],
  ['/install-a-shed', '/install-a-shed'],
  ...[
    '/',
    '/wp-login.php',
    '/blog/wp-admin/setup.php',
    '/.env',
    '/x/.git/config',
    '/backup.sql',
    '/xmlrpc.php',
    '/favicon.png',
    '/sitemap_index.xml',
    '/old.data',
    '/quotes/secret',
    '/admin/nothing',
    '/unsubscribe/ann@example.com',
    '/unsubscribe/ann%40example.com',
    '/call/705-555-0100',
    '/call/705%20555%200100',
    '/reset/x7Jk29dkeiLs03kdPq81',
    '/reset/Xq-Jk_dke-Ls_kd1Pq-Ab_cd',
    `/${'a'.repeat(200)}`,
    '/%ff',
  ].map((path) => [path, undefined]),
])('toMissingPath counts a visit to %s under %s', (pathname, path) => {
  expect(toMissingPath(String(pathname))).toBe(path);
});

test.each([
  ['https://www.Google.com/search?q=ann', 'www.google.com'],
  ['http://192.168.1.4/', undefined],
  ['http://[::1]/', undefined],
  ['android-app://com.example', undefined],
  ['nonsense', undefined],
  [null, undefined],
])('toReferrerHost of %s is %s', (referrer, host) => {
  expect(toReferrerHost(referrer)).toBe(host);
});
