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
])(
  'ResponsiveImage requests three quarters of %s on a phone with a high pixel density',
  (sizes, asked) => {
    const html = renderToStaticMarkup(
      <ResponsiveImage path="sheds/a.webp" alt="" sizes={sizes} width={4} height={3} />,
    );
    expect([...html.matchAll(/sizes="([^"]*)"/g)].map(([, found]) => found)).toEqual([
      asked,
      asked,
    ]);
  },
);

test.each([
  ['size-full object-cover', 'object-position:30% 0%'],
  ['size-full object-contain', undefined],
])('ResponsiveImage with the classes %s has the style %s', (className, style) => {
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

test('ResponsiveImage preloads only an image with priority, after the viewport meta', () => {
  const size = { alt: '', sizes: '9px', width: 4, height: 3 };
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width" />
        <title>Sheds</title>
      </head>
      <body>
        <ResponsiveImage path="sheds/a.webp" {...size} />
        <ResponsiveImage path="sheds/b.webp" media="(min-width: 64rem)" priority {...size} />
      </body>
    </html>,
  );
  const [before = '', head = ''] = html.split('content="width=device-width"/>');
  const preloads = html.match(/<link rel="preload"[^>]*>/g) ?? [];
  expect(before).not.toContain('preload');
  expect(preloads).toHaveLength(1);
  expect(head.startsWith(preloads[0] ?? 'none')).toBe(true);
  for (const part of [
    'as="image"',
    'type="image/avif"',
    'media="(min-width: 64rem)"',
    'imageSrcSet="/pictures/320/avif/sheds/b.webp 320w',
    `imageSizes="${phone} 6.75px, 9px"`,
    'fetchPriority="high"',
  ]) {
    expect(preloads[0]).toContain(part);
  }
});
