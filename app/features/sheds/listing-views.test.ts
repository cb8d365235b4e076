import { expect, test } from 'vitest';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  describeListingView,
  getListingViewUrl,
  LISTING_VIEWS,
  parseListingView,
} from './listing-views.ts';

test.each(LISTING_VIEWS)('parseListingView parses the URL of getListingViewUrl for %j', (view) => {
  const design = createPresetDesign({ style: 'Dormer' });
  const { pathname, searchParams } = new URL(getListingViewUrl(design, view), 'http://a');
  expect(pathname).toBe('/design/listing-image');
  expect(parseListingView(searchParams)).toEqual(view);
  expect(parseDesignParams(searchParams)).toEqual({ design, changes: [] });
});

test('parseListingView replaces unknown values with the defaults', () => {
  expect(parseListingView(new URLSearchParams('side=above&season=5&light='))).toEqual({
    season: 'summer',
    light: 'day',
    side: 'left',
  });
});

test('describeListingView names season, light and side', () => {
  const view = { season: 'autumn', light: 'evening', side: 'back' } as const;
  expect(describeListingView(view)).toBe('autumn, evening, from behind');
});
