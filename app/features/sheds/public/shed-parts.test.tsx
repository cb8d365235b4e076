import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { countShedChoices } from '../shed-filter.ts';
import { DesignLink, FeatureTable } from './listing-details.tsx';
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

test('FeatureTable says of each feature whether the shed includes it', () => {
  const specifications = { standard_features: ['Floor', 'Floor'], optional_upgrades: ['Ramp'] };
  const html = renderToStaticMarkup(<FeatureTable level={2} specifications={specifications} />);
  expect(html).toMatch(/<caption[^>]*><h2[^>]*>Included with this shed<\/h2><\/caption>/);
  const rows = html.split('</tr>').map((row) => row.replaceAll(/<[^>]*>/g, '|'));
  expect(rows.map((row) => row.split('|').filter(Boolean)).slice(0, -1)).toEqual([
    ['Included with this shed', 'Standard features'],
    ['Floor', 'Included'],
    ['Floor', 'Included'],
    ['Optional upgrades'],
    ['Ramp', 'Not included'],
  ]);
  expect(html.match(/<th scope="row"/g)).toHaveLength(3);
});

test('FeatureTable omits what the owner has not entered', () => {
  const upgrades = { standard_features: [], optional_upgrades: ['Ramp'] };
  const html = renderToStaticMarkup(<FeatureTable level={3} specifications={upgrades} />);
  expect(html).not.toContain('Standard features');
  const none = { standard_features: [], optional_upgrades: [] };
  expect(renderToStaticMarkup(<FeatureTable level={3} specifications={none} />)).toBe('');
});

test('prices that no shed has cannot be chosen, except to leave the one that is', () => {
  const filter = { price: '5000' };
  const element = (
    <ShedFilters
      {...{ filter, own: {}, total: 0 }}
      pathname="/sheds"
      counts={countShedChoices([], {}, {})}
    />
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
