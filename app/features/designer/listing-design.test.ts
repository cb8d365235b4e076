import { expect, test } from 'vitest';
import { builtInSections } from '#app/features/heroes/heroes.ts';
import { toListingDraft } from '#app/features/sheds/listing-draft.ts';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { FOUNDATIONS } from '#drawing/design/shed-design.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { parseDesignParams } from './design-params.ts';
import { getDesignImageUrl } from './design-view.ts';
import {
  getListingDesignUrl,
  getListingImageUrl,
  toPricedListing,
  withDrawing,
} from './listing-design.ts';

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

test('withDrawing names the colours of the shop in the URL', () => {
  expect(withDrawing(listing, 'k3x9').drawing).toBe(`${getListingImageUrl(listing)}&colors=k3x9`);
  expect(withDrawing(listing, '').drawing).toBe(getListingImageUrl(listing));
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

const parse = (url: string) => parseDesignParams(new URLSearchParams(url.split('?')[1]));

test('getListingDesignUrl leads to the design of the listing', () => {
  const { design, changes } = parse(getListingDesignUrl(listing));
  expect(changes).toEqual([]);
  expect(design).toMatchObject({
    style: 'Dutch Barn',
    width: 12,
    length: 16,
    material: 'Vinyl',
    wallColor: 'Navy Blue',
  });
});

test('getListingDesignUrl omits an unknown size', () => {
  const { design, changes } = parse(getListingDesignUrl({ ...listing, size: 'Other' }));
  expect(changes).toEqual([]);
  expect(design).toMatchObject({ width: 10, length: 12 });
});

test.each([
  [{ size: '12 × 16 ft' }, { width: 12, length: 16 }],
  [{ shed_style: 'Playhouse' }, { style: 'Gable', width: 12, length: 16 }],
  [
    { material_type: 'Straw', color: '<b>' },
    { style: 'Dutch Barn', material: 'Wood' },
  ],
  [
    { shed_style: 'Playhouse', size: '' },
    { style: 'Gable', width: 10, length: 12 },
  ],
])('getListingDesignUrl of %j sends known values only', (overrides, expected) => {
  const { design, changes } = parse(getListingDesignUrl({ ...listing, ...overrides }));
  expect(changes).toEqual([]);
  expect(design).toMatchObject(expected);
});

const { design: original } = constrainDesign({
  ...createPresetDesign({ style: 'Dutch Barn', width: 12, length: 16, material: 'Vinyl' }),
  wallColor: 'Navy Blue',
  trimColor: 'Red',
  wallHeight: 96,
  openings: [{ type: 'double-door-72', wall: 'front', position: 30 }],
  extras: ['ramp', 'cupola'],
});

test('getListingDesignUrl of a listing made from a design leads to that design', () => {
  const { design, changes } = parse(getListingDesignUrl({ ...listing, design: original }));
  expect(changes).toEqual([]);
  expect(design).toEqual(original);
});

test.each(FOUNDATIONS)(
  'getListingDesignUrl of a listing on %s leads to a shed on it',
  (foundation) => {
    const design = { ...original, foundation };
    const buildable = constrainDesign(design).design;
    expect(parse(getListingDesignUrl({ ...listing, design })).design).toEqual(buildable);
    expect(buildable.foundation).toBe(foundation);
  },
);

test('getListingDesignUrl uses a material and colour that staff have changed', () => {
  const { design } = parse(
    getListingDesignUrl({ ...listing, color: 'Green', material_type: 'Metal', design: original }),
  );
  expect(design).toEqual({ ...original, wallColor: 'Green', material: 'Metal' });
});

test.each([{ size: '10x12' }, { shed_style: 'Gable' }, { design: { ...original, width: 99 } }])(
  'getListingDesignUrl does not use the design of a listing with %j',
  (changed) => {
    const changedListing = { ...listing, design: original, ...changed };
    expect(getListingDesignUrl(changedListing)).toBe(
      getListingDesignUrl({ ...changedListing, design: null }),
    );
  },
);

const drafted = newDesign({ wallHeight: 96, extras: ['ramp', 'shelf'] });

test('toPricedListing prices a listing made from a design by that design', () => {
  expect(toPricedListing({ ...toListingDraft(drafted, []), design: drafted })).toEqual(drafted);
});

test('toPricedListing prices the preset of a listing whose size has changed', () => {
  const listing = { ...toListingDraft(drafted, []), size: '10x16', design: drafted };
  expect(toPricedListing(listing)).toMatchObject({ length: 16, wallHeight: 84 });
});
