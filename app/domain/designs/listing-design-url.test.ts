import { expect, test } from 'vitest';
import { parseDesignParams } from './design-params.ts';
import { getFilterDesignUrl, getListingDesignUrl } from './listing-design-url.ts';

const listing = {
  shed_style: 'Dutch Barn',
  size: '12x16',
  material_type: 'Vinyl',
  color: 'Navy Blue',
};
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

test('getListingDesignUrl leaves out a size that is none', () => {
  const { design, changes } = parse(getListingDesignUrl({ ...listing, size: 'Other' }));
  expect(changes).toEqual([]);
  expect(design).toMatchObject({ width: 10, length: 12 });
});

test('getFilterDesignUrl starts from what is filtered by', () => {
  const { design, changes } = parse(
    getFilterDesignUrl({ style: 'Gambrel', size: 'Large', material: 'Metal', color: 'Red' }),
  );
  expect(changes).toEqual([]);
  expect(design).toMatchObject({
    ...{ style: 'Gambrel', width: 12, length: 12, material: 'Metal', wallColor: 'Red' },
  });
  expect(getFilterDesignUrl({ size: 'Other', price: '5000', sort: 'price' })).toBe('/design');
});
