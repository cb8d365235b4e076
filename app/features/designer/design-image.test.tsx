import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CardVersionContext } from '#app/lib/card-version.ts';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { DesignImage } from './design-image.tsx';

const listed = '/design/image?style=gable&size=10x12';
const quoted = `${listed}&substitute=no`;

const render = (version: string) =>
  renderToStaticMarkup(
    <CardVersionContext value={version}>
      <DesignImage src={quoted} />
      <ResponsiveImage path={listed} alt="" sizes="" width={4} height={3} />
      <ResponsiveImage path="https://example.com/a.webp" alt="" sizes="" width={4} height={3} />
    </CardVersionContext>,
  );

test('images of designs name the colours of the shop in their URL, and no others do', () => {
  const read = (version: string) =>
    [
      ...render(version)
        .replaceAll('&amp;', '&')
        .matchAll(/ src="([^"]+)"/g),
    ].map(([, src]) => src);
  const other = 'https://example.com/a.webp';
  expect(read('')).toEqual([quoted, listed, other]);
  expect(read('k3x9')).toEqual([`${quoted}&colors=k3x9`, `${listed}&colors=k3x9`, other]);
});
