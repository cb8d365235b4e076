import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DesignLink } from './shed-parts.tsx';

const render = (query: string) => renderToStaticMarkup(<DesignLink url={`/design?${query}`} />);

test('DesignLink customizes a shed whose style and size are known', () => {
  expect(render('style=Gable&size=10x12')).toContain('Customize this shed');
});

test.each([
  ['size=10x12', 'style'],
  ['style=Gable', 'size'],
])(
  'DesignLink with %s offers a similar shed, because the designer lacks its %s',
  (query, missing) => {
    expect(render(query)).toMatch(
      new RegExp(`Design a similar shed.*Our designer doesn&#x27;t offer this ${missing}\\.`),
    );
  },
);

test('DesignLink is not shown if neither style nor size is known', () => {
  expect(render('material=Wood')).toBe('');
});
