import { expect, test } from 'vitest';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { getDesignImageUrl } from '#app/features/designer/design-view.ts';
import { builtInSections } from '#app/features/heroes/built-in-sections.ts';
import { getListingImageUrl, withDrawing } from './listing-image.ts';

const listing = {
  shed_style: 'Dutch Barn',
  size: '12x16',
  material_type: 'Vinyl',
  color: 'Navy Blue',
};

test.each([
  [{}, 'style=dutch-barn&size=12x16&material=vinyl&color=navy-blue'],
  [{ size: '12 × 16 ft' }, 'style=dutch-barn&size=12x16&material=vinyl&color=navy-blue'],
  [{ size: 'Other' }, 'style=dutch-barn&size=10x12&material=vinyl&color=navy-blue'],
  [{ size: '40x90' }, 'style=dutch-barn&size=16x24&material=vinyl&color=navy-blue'],
  [{ shed_style: 'Yurt' }, 'style=gable&size=12x16&material=vinyl&color=navy-blue'],
  [{ material_type: 'Straw', color: '<b>' }, 'style=dutch-barn&size=12x16'],
])('getListingImageUrl of a listing with %j shows %s', (overrides, query) => {
  expect(getListingImageUrl({ ...listing, ...overrides })).toBe(`/design/image?${query}`);
});

test('withDrawing shows the design that a listing was made from', () => {
  const { design } = parseDesignParams(
    new URLSearchParams('style=dutch-barn&size=12x16&material=vinyl&color=navy-blue&extras=cupola'),
  );
  const shown = withDrawing({ ...listing, title: 'Barn', design });
  const query = 'style=dutch-barn&size=12x16&material=vinyl&color=navy-blue&extras=cupola';
  expect(shown).toEqual({
    ...listing,
    title: 'Barn',
    drawing: `/design/image?${query}`,
    designUrl: `/design?${query}`,
  });
});

test.each([...Object.values(builtInSections).map(({ drawing }) => drawing)])(
  '%s is canonical',
  (url) => {
    const { design, changes } = parseDesignParams(new URLSearchParams(url.split('?')[1]));
    expect(changes).toEqual([]);
    expect(getDesignImageUrl(design)).toBe(url);
  },
);
