import { createHash } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FocalPoints, ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { injectImagePlaceholders, inlineStylesheets, replaceNonceByHashes } from './page-html.ts';

const toHash = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('only scripts with the nonce of the render get a hash', () => {
  const { html, hashes } = replaceNonceByHashes(
    '<script nonce="n0">one()</script><script nonce="n0" type="module" src="/a.js"></script>' +
      '<p><script>injected()</script><script nonce="guess">alert(1)</script></p>' +
      '<script type="module" nonce="n0">import "/b.js"</script>',
    'n0',
  );
  expect(hashes).toEqual([toHash('one()'), toHash('import "/b.js"')]);
  expect(html).not.toContain('n0');
  expect(html).toContain('<script>one()</script>');
});

const link = '<link rel="stylesheet" href="/assets/root-1.css"/>';
const styles = '.a::before{content:"$&"}';
const page = (content: string, head = '') =>
  `<html><head><title>Sheds</title>${head}</head><body><div id="page">${content}</div></body></html>`;

test('the last stylesheet is inlined in the head, and every link disabled', () => {
  const first = link.replace('root-1', 'page-2');
  const html = inlineStylesheets(page(`${first}${link}<p class="a">`), (path) => path + styles);
  const disabled = (path: string) => `<link rel="stylesheet" href="${path}" disabled=""/>`;
  expect(html).toBe(
    page(
      `${disabled('/assets/page-2.css')}${disabled('/assets/root-1.css')}<p class="a">`,
      `<style>/assets/root-1.css${styles}</style>`,
    ),
  );
});

test.each([
  '<link rel="stylesheet" href="https://elsewhere.example/a.css"/>',
  '<link rel="stylesheet" href="/assets/../../secret.css"/>',
  `<p>${link}</p>`,
  '',
])('a page with %s is not changed', (content) => {
  expect(inlineStylesheets(page(content), () => styles)).toBe(page(content));
});

const renderImage = (path: string, className = '') =>
  renderToStaticMarkup(
    createElement(ResponsiveImage, {
      path,
      className,
      alt: '',
      sizes: '100vw',
      width: 4,
      height: 3,
    }),
  );
const known = (path: string) =>
  path === 'sheds/a b.jpg' ? 'data:image/webp;base64,AA' : undefined;

test('the placeholder is the background of its image', () => {
  const page = `<p>${renderImage('sheds/a b.jpg')}</p>${renderImage('sheds/other.jpg')}`;
  const injected = injectImagePlaceholders(page, known);
  expect(
    injected.match(/<img style="background:url\(data:image\/webp;base64,AA\) 50%\/cover" /g),
  ).toHaveLength(1);
  expect(injected.indexOf('style=')).toBeLessThan(injected.indexOf('other.jpg'));
  expect(injected.replace(/style="[^"]*" /, '')).toBe(page);
});

test('the placeholder is added to the focal point of its image', () => {
  const element = createElement(ResponsiveImage, {
    path: 'sheds/a b.jpg',
    className: 'object-cover',
    alt: '',
    sizes: '100vw',
    width: 4,
    height: 3,
  });
  const texts = { 'sheds/a b.jpg': { focalPoint: { x: 30, y: 40 } } };
  const html = renderToStaticMarkup(createElement(FocalPoints, { value: texts }, element));
  expect(injectImagePlaceholders(html, known).match(/style="[^"]*"/g)).toEqual([
    'style="background:url(data:image/webp;base64,AA) 50%/cover;object-position:30% 40%"',
  ]);
});

test('images with object-contain and images of other origins get no placeholder', () => {
  for (const page of [
    renderImage('sheds/a b.jpg', 'size-full object-contain'),
    renderImage('/demo/sheds/a b.jpg'),
    '<img src="/pictures/960/jpeg/sheds/a%20b.jpg">',
  ]) {
    expect(injectImagePlaceholders(page, known)).toBe(page);
  }
});
