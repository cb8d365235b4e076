import { expect, test } from 'vitest';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { getDesignImageUrl } from '#app/features/designer/design-view.ts';
import { builtInSections } from '#app/features/heroes/built-in-sections.ts';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { FOUNDATIONS } from '#drawing/design/shed-design.ts';
import { newShed } from '#tests/fixtures/rows.ts';
import { toDrawnShed } from './drawn-shed.ts';
import { getListingDesignUrl, getListingImageUrl, withDrawing } from './listing-drawing.ts';

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

const stored = {
  ...{ id: '1', created_at: '', updated_at: '', is_active: true, is_featured: false },
  ...{ size_group: 'Large', floor_area: 192 },
};

test.each([
  [
    'its own design',
    { design: createPresetDesign({ style: 'Dutch Barn', width: 12, length: 16 }) },
    6,
  ],
  ['a design of another size', { design: createPresetDesign({ style: 'Dutch Barn' }) }, 0],
  ['no design', { design: null }, 0],
])('toDrawnShed of a listing with %s has its dimensions, or none', (_, { design }, count) => {
  const row = { ...newShed(), ...stored, ...listing, design: JSON.parse(JSON.stringify(design)) };
  const { dimensions } = toDrawnShed(row);
  expect(dimensions).toHaveLength(count);
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
