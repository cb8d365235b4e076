import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  findUnknownView,
  formatDesignQuery,
  getDesignImageUrl,
  getMood,
  parseDesignView,
} from './design-view.ts';

const design = createPresetDesign({ style: 'Gable' });

test('formatDesignQuery leaves out the usual season and light', () => {
  expect(formatDesignQuery(design)).toBe('style=gable&size=10x12');
  expect(formatDesignQuery(design, { season: 'winter', light: 'dusk' })).toBe(
    'style=gable&size=10x12&season=winter&light=dusk',
  );
});

test('parseDesignView reads what formatDesignQuery wrote, and ignores unknown values', () => {
  const view = { season: 'autumn', light: 'evening', units: 'metric' } as const;
  expect(parseDesignView(new URLSearchParams(formatDesignQuery(design, view)))).toEqual(view);
  expect(parseDesignView(new URLSearchParams('season=monsoon&light=%00'))).toEqual({
    season: 'summer',
    light: 'day',
  });
});

test.each<[string, string[]]>([
  ['season=monsoon&light=%00&framing=1&delivery=far', ['season', 'light', 'framing', 'delivery']],
  ['delivery=5001', ['delivery']],
  ['facing=up', ['facing']],
  ['facing=left', []],
  ['season=winter&light=dusk&framing=yes&units=metric&delivery=80', []],
  ['units=imperial', []],
  ['units=cubits', ['units']],
  ['season=summer&light=day&framing=no&delivery=', []],
])('findUnknownView of %s names %j', (query, params) => {
  expect(findUnknownView(new URLSearchParams(query))).toEqual(
    params.map((param) => ({ type: 'unknown value', param })),
  );
});

test('the units of the text do not change the image of a design', () => {
  expect(getDesignImageUrl(design, { season: 'winter', light: 'day', units: 'metric' })).toBe(
    '/design/image?style=gable&size=10x12&season=winter',
  );
});

test('getMood is daylight of the season unless another light is chosen', () => {
  expect(getMood({ season: 'winter', light: 'day' })).toBe('winter');
  expect(getMood({ season: 'winter', light: 'evening' })).toBe('golden');
  expect(getMood({ season: 'winter', light: 'night' })).toBe('night');
});

test('the side is part of the query and of the image of pages, unless it is that of the entrance', () => {
  const view = { season: 'summer', light: 'night', facing: 'back' } as const;
  const query = formatDesignQuery(design, view);
  expect(query).toBe('style=gable&size=10x12&light=night&facing=back');
  expect(parseDesignView(new URLSearchParams(query))).toEqual(view);
  expect(getDesignImageUrl(design, view)).toBe(`/design/image?${query}`);
  expect(getDesignImageUrl(design, view, 'card')).toBe(
    '/design/image?style=gable&size=10x12&light=night&image=card',
  );
  expect(formatDesignQuery(design, { ...view, facing: 'right' })).not.toContain('facing');
  expect(parseDesignView(new URLSearchParams('facing=up'))).not.toHaveProperty('facing');
});

test('getDesignImageUrl names the card', () => {
  expect(getDesignImageUrl(design, { season: 'summer', light: 'day' }, 'card')).toBe(
    '/design/image?style=gable&size=10x12&image=card',
  );
});

test('the frame is shown by the query of the page and of its image', () => {
  const view = { season: 'summer', light: 'day', framing: true } as const;
  const query = formatDesignQuery(design, view);
  expect(query).toBe('style=gable&size=10x12&framing=yes');
  expect(parseDesignView(new URLSearchParams(query))).toEqual(view);
  expect(getDesignImageUrl(design, view)).toBe(`/design/image?${query}`);
  expect(parseDesignView(new URLSearchParams('framing=1'))).not.toHaveProperty('framing');
});

test('the distance of delivery is part of the query, and no other value is', () => {
  const view = { season: 'summer', light: 'day', deliveryKm: 100 } as const;
  const query = formatDesignQuery(design, view);
  expect(query).toBe('style=gable&size=10x12&delivery=100');
  expect(parseDesignView(new URLSearchParams(query))).toEqual(view);
  for (const value of ['0', '-5', '5001', '1e3', '12.5', 'NaN', '']) {
    const params = new URLSearchParams({ delivery: value });
    expect(parseDesignView(params), value).toEqual({ season: 'summer', light: 'day' });
  }
  expect(getDesignImageUrl(design, view)).toBe('/design/image?style=gable&size=10x12');
});
