import { expect, test } from 'vitest';
import { newDesign } from '#tests/fixtures/designs.ts';
import { emptyQuoteContent, quoteContentSchema } from './content.ts';
import { createDesignContent, createListingContent, withQuoteDefaults } from './prefill.ts';
import { calculateTotals } from './totals.ts';

const price = {
  lines: [
    { item: 'base', label: 'Base 10x12 Gable', quantity: 1, cents: 800_000 },
    { item: 'opening.window-24x36', label: 'Window', quantity: 2, cents: 45_000 },
    { item: 'adjustment', label: 'Winter', quantity: 1, cents: -20_000 },
    { item: 'delivery', label: 'Delivery, on request', quantity: 1, cents: null },
    { item: 'hst', label: 'HST', quantity: 1, cents: 107_250 },
  ],
  subtotal: 825_000,
  hst: 107_250,
  total: 932_250,
};

test('createDesignContent has the lines and the total of the design', () => {
  const content = createDesignContent('Gable shed', newDesign(), price);
  expect(quoteContentSchema.parse(content)).toEqual(content);
  expect(content.items.map(({ description }) => description)).toEqual([
    'Base 10x12 Gable',
    '2 x Window',
  ]);
  expect(calculateTotals(content)).toMatchObject({
    discount: 20_000,
    hst: 107_250,
    total: 932_250,
  });
});

test('a design without a price is a content without items', () => {
  expect(createDesignContent('Gable shed', newDesign(), null).items).toEqual([]);
});

test('createListingContent has one line and the first images', () => {
  const images = ['sheds/1-a.jpg', 'sheds/2-b.jpg', 'sheds/3-c.jpg', 'sheds/4-d.jpg'];
  const content = createListingContent({ title: 'Garden shed', price: 4250.55, images });
  expect(quoteContentSchema.parse(content)).toEqual(content);
  expect(content.items[0]?.unitCents).toBe(425_055);
  expect(content.images).toHaveLength(3);
});

test('withQuoteDefaults fills in what is open, and HST and the last day always', () => {
  const settings = {
    hst_charged: false,
    hst_basis_points: 1300,
    valid_days: 30,
    defaults: { terms: 'Ours', start: 'Soon', paymentTerms: 5, title: 'Not a default' },
  };
  const content = { ...emptyQuoteContent, start: 'In May' };
  expect(withQuoteDefaults(content, settings, '2026-12-15')).toEqual({
    ...content,
    terms: 'Ours',
    hst: { charged: false, basisPoints: 1300 },
    validUntil: '2027-01-14',
  });
});
