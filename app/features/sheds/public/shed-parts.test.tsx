import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { countShedChoices } from '../shed-filter.ts';
import { DesignLink } from './listing-details.tsx';
import { ShedFilters } from './shed-filters.tsx';

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

test('prices that no shed has cannot be chosen, except to leave the one that is', () => {
  const filter = { price: '5000' };
  const element = (
    <ShedFilters filter={filter} pathname="/sheds" counts={countShedChoices([], {})} total={0} />
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  const prices = [...html.matchAll(/<option[^>]*>/g)].map(([option]) => option);
  expect(prices.filter((option) => !option.includes('disabled'))).toEqual([
    '<option value="">',
    expect.stringMatching(/ selected/),
  ]);
  expect(prices.length).toBeGreaterThan(3);
});
