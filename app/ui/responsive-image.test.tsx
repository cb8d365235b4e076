import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FocalPoints, ResponsiveImage } from './responsive-image.tsx';

const phone = '(max-width: 30rem) and (min-resolution: 1.5dppx)';

test.each([
  ['100vw', `${phone} 75vw, 100vw`],
  ['(min-width: 64rem) 85vw, 100vw', `(min-width: 64rem) 85vw, ${phone} 75vw, 100vw`],
  [
    '(min-width: 40rem) 45vw, calc(100vw - 2.5rem)',
    `(min-width: 40rem) 45vw, ${phone} calc(75vw - 1.875rem), calc(100vw - 2.5rem)`,
  ],
])('of %s a phone with a fine screen asks for three quarters', (sizes, asked) => {
  const html = renderToStaticMarkup(
    <ResponsiveImage path="sheds/a.webp" alt="" sizes={sizes} width={4} height={3} />,
  );
  expect([...html.matchAll(/sizes="([^"]*)"/g)].map(([, found]) => found)).toEqual([asked, asked]);
});

test.each([
  ['size-full object-cover', 'object-position:30% 0%'],
  ['size-full object-contain', undefined],
])('an image with the classes %s is positioned by %s', (className, style) => {
  const html = renderToStaticMarkup(
    <FocalPoints value={{ 'sheds/a.webp': { focalPoint: { x: 30, y: 0 } } }}>
      <ResponsiveImage
        path="sheds/a.webp"
        alt=""
        sizes="9px"
        width={4}
        height={3}
        className={className}
      />
    </FocalPoints>,
  );
  expect(/style="([^"]*)"/.exec(html)?.[1]).toBe(style);
});
