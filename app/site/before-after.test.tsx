import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import BeforeAfter from './before-after.tsx';

test('BeforeAfter shows both images with captions and no slider before scripts run', () => {
  const html = renderToStaticMarkup(
    <BeforeAfter before="projects/1-a.webp" after="projects/2-b.webp" subject="A porch" />,
  );
  expect(html.match(/<figcaption[^>]*>[^<]*/g)?.map((tag) => tag.replace(/.*>/, ''))).toEqual([
    'Before',
    'After',
  ]);
  for (const alt of ['A porch, before', 'A porch, after']) expect(html).toContain(`alt="${alt}"`);
  expect(html).not.toMatch(/type="range"|clip-path/);
});
