import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { layPlaceholders } from './placeholders.ts';

const render = (path: string, className = '') =>
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

test('lays the placeholder under the picture that it belongs to', () => {
  const page = `<p>${render('sheds/a b.jpg')}</p>${render('sheds/other.jpg')}`;
  const laid = layPlaceholders(page, known);
  expect(
    laid.match(/<img style="background:url\(data:image\/webp;base64,AA\) 50%\/cover" /g),
  ).toHaveLength(1);
  expect(laid.indexOf('style=')).toBeLessThan(laid.indexOf('other.jpg'));
  expect(laid.replace(/style="[^"]*" /, '')).toBe(page);
});

test('lays none where the picture leaves a part of its frame free, and none under other pictures', () => {
  for (const page of [
    render('sheds/a b.jpg', 'size-full object-contain'),
    render('/demo/sheds/a b.jpg'),
    '<img src="/pictures/960/jpeg/sheds/a%20b.jpg">',
  ]) {
    expect(layPlaceholders(page, known)).toBe(page);
  }
});
