import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { formatDesignQuery, getDesignImageUrl, getMood, parseDesignView } from './design-view.ts';

const design = createPresetDesign({ style: 'Gable' });

test('formatDesignQuery leaves out the usual season and light', () => {
  expect(formatDesignQuery(design)).toBe('style=gable&size=10x12');
  expect(formatDesignQuery(design, { season: 'winter', light: 'dusk' })).toBe(
    'style=gable&size=10x12&season=winter&light=dusk',
  );
});

test('parseDesignView reads what formatDesignQuery wrote, and ignores unknown values', () => {
  const view = { season: 'autumn', light: 'evening' } as const;
  expect(parseDesignView(new URLSearchParams(formatDesignQuery(design, view)))).toEqual(view);
  expect(parseDesignView(new URLSearchParams('season=monsoon&light=%00'))).toEqual({
    season: 'summer',
    light: 'day',
  });
});

test('getMood is daylight of the season unless another light is chosen', () => {
  expect(getMood({ season: 'winter', light: 'day' })).toBe('winter');
  expect(getMood({ season: 'winter', light: 'evening' })).toBe('golden');
});

test('getDesignImageUrl names the card', () => {
  expect(getDesignImageUrl(design, { season: 'summer', light: 'day' }, 'card')).toBe(
    '/design/image?style=gable&size=10x12&image=card',
  );
});
