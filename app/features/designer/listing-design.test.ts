import { expect, test } from 'vitest';
import { toListingDraft } from '#app/features/sheds/listing-draft.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { toPricedListing } from './listing-design.ts';

const design = newDesign({ wallHeight: 96, extras: ['ramp', 'shelf'] });

test('toPricedListing prices a listing made from a design by that design', () => {
  expect(toPricedListing({ ...toListingDraft(design, []), design })).toEqual(design);
});

test('toPricedListing prices the preset of a listing whose size has changed', () => {
  const listing = { ...toListingDraft(design, []), size: '10x16', design };
  expect(toPricedListing(listing)).toMatchObject({ length: 16, wallHeight: 84 });
});
