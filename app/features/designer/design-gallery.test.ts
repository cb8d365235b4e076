import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { newShed } from '#tests/fixtures/rows.ts';
import { createGallery, readGallery } from './design-gallery.ts';

const range = {
  ...{ visibility: 'range', priceListVersion: 1, basis: '1.range', low: 800_000, high: 900_000 },
  ...{ includesHst: false, deliveryWithinKm: 50, validUntil: null, deliveryKm: [50], totals: null },
};
const hidden = { visibility: 'none', priceListVersion: 1, basis: '1.none' };
const listings = [
  {
    id: '1',
    ...newShed({ title: 'Steel Gable', shed_style: 'gable', size: '10 x 12', price: 7450 }),
  },
  { id: '2', ...newShed({ title: 'Barn', shed_style: 'Gambrel', size: '12x16', price: null }) },
  { id: '3', ...newShed({ title: 'Long', shed_style: 'Gable', size: '10x40', price: 9000 }) },
  { id: '4', ...newShed({ title: 'Yurt', shed_style: 'Yurt', size: '10x12', price: 9000 }) },
];

const read = (price: object, withdrawn: string[] = []) => {
  const fetch = async (input: string | URL | Request) => {
    const url = String(input);
    if (url.includes('/rpc/price_design')) return Response.json(price);
    if (url.includes('shed_listings')) return Response.json(listings);
    return Response.json([{ hst_charged: true, hst_basis_points: 1300 }]);
  };
  const client = createClient<Database>('http://localhost', 'anon', { global: { fetch } });
  return readGallery(client, withdrawn);
};

test('the gallery has each style and the listings that the designer builds, with their prices', async () => {
  const { presets, listings: shown } = await read(range);
  expect(presets.map(({ title }) => title)).toContain('Modern Farmhouse');
  expect(new Set(presets.map(({ price }) => price))).toEqual(
    new Set(['between $8,000 and $9,000']),
  );
  expect(shown.map(({ title, price }) => [title, price])).toEqual([
    ['Steel Gable', '$7,450 + HST, $8,419 in total'],
    ['Barn', 'Contact for price'],
  ]);
  expect(shown[1]?.query).toMatch(/^style=gambrel&size=12x16/);
});

test("cards have the suppliers' names of colours", () => {
  const card = [{ kind: 'wallColor', color: 'Natural', name: 'Cedar', value: '' } as const];
  const [preset] = createGallery([], card).presets;
  expect(preset?.details).toMatch(/, Wood, Natural \(Cedar\)$/);
});

test('hidden prices and withdrawn options are left out', async () => {
  const { presets, listings: shown } = await read(hidden, ['style.Gable']);
  expect(presets.map(({ title }) => title)).not.toContain('Gable');
  expect(presets).toEqual(createGallery(['style.Gable']).presets);
  expect(shown.map(({ title }) => title)).toEqual(['Barn']);
});
