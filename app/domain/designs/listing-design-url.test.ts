import { expect, test } from 'vitest';
import { parseDesignParams } from './design-params.ts';
import { getListingDesignUrl } from './listing-design-url.ts';

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
