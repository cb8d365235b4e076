import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import type { ColorCard } from '#drawing/design/shed-design.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import { emptyQuoteContent, quoteContentSchema } from './quote-content.ts';
import {
  createDesignStart,
  createListingStart,
  createRequestStart,
  createTemplateStart,
  findRequestFromMessage,
  withQuoteDefaults,
} from './quote-start.ts';
import { calculateTotals } from './quote-totals.ts';

const price = {
  lines: [
    { item: 'base', label: 'Base 10x12 Gable', quantity: 1, cents: 800_000 },
    { item: 'opening.window-24x36', label: 'Window, 24 x 36 in', quantity: 2, cents: 45_000 },
    { item: 'adjustment', label: 'Winter', quantity: 1, cents: -20_000 },
    { item: 'opening.door', label: 'Standard doors', quantity: 1, cents: 0 },
    { item: 'delivery', label: 'Delivery, on request', quantity: 1, cents: null },
    { item: 'hst', label: 'HST', quantity: 1, cents: 107_250 },
  ],
  subtotal: 825_000,
  hst: 107_250,
  total: 932_250,
};

test('createDesignStart has every line and the total of the design', () => {
  const { content, unpriced } = createDesignStart('Gable shed', newDesign(), { price, card: [] });
  expect(quoteContentSchema.parse(content)).toEqual(content);
  expect(
    content.items.map(({ description, quantityMilli, unitCents }) => [
      description,
      quantityMilli,
      unitCents,
    ]),
  ).toEqual([
    ['Base 10x12 Gable', 1000, 800_000],
    ['Window, 24 x 36 in (61\u00a0x\u00a091\u00a0cm)', 2000, 22_500],
    ['Standard doors', 1000, 0],
    ['Delivery, on request', 1000, 0],
  ]);
  expect(unpriced).toEqual(['l4']);
  expect(calculateTotals(content)).toMatchObject({
    discount: 20_000,
    hst: 107_250,
    total: 932_250,
  });
});

test('createDesignStart has one piece for a price that pieces do not divide, and for higher walls', () => {
  const lines = [
    { item: 'opening.window-24x36', label: 'Window', quantity: 3, cents: 10_000 },
    { item: 'wallHeight', label: 'Higher walls', quantity: 2, cents: 10_000 },
  ];
  const { items } = createDesignStart('Gable shed', newDesign(), {
    ...{ price: { ...price, lines }, card: [] },
  }).content;
  expect(items).toMatchObject([
    { description: '3 x Window', quantityMilli: 1000, unitCents: 10_000 },
    { description: 'Higher walls, 1 ft (30\u00a0cm)', quantityMilli: 1000, unitCents: 10_000 },
  ]);
});

test('a design without a price is a content without items', () => {
  expect(
    createDesignStart('Gable shed', newDesign(), { price: null, card: [] }).content.items,
  ).toEqual([]);
});

test('createListingStart has one line and the first images', () => {
  const images = ['sheds/1-a.jpg', 'sheds/2-b.jpg', 'sheds/3-c.jpg', 'sheds/4-d.jpg'];
  const { content, unpriced } = createListingStart({
    title: 'Garden shed',
    price: 4250.55,
    images,
  });
  expect(quoteContentSchema.parse(content)).toEqual(content);
  expect(content.items[0]?.unitCents).toBe(425_055);
  expect(content.images).toHaveLength(3);
  expect(unpriced).toEqual([]);
});

test('the line of a listing without a price has to be priced', () => {
  const { unpriced } = createListingStart({ title: 'Garden shed', price: null, images: [] });
  expect(unpriced).toEqual(['l1']);
});

const request = {
  size: '10x12',
  shed_style: 'Gable',
  project_type: 'Custom Shed',
  design: newDesign(),
  design_price: {
    full: price,
    shown: { visibility: 'none', priceListVersion: 1, basis: '' },
    wasSeen: true,
  },
};

const cedar = { kind: 'wallColor', color: 'Natural', name: 'Cedar', value: '' } as const;
const card: ColorCard = [
  cedar,
  { kind: 'trimColor', color: 'White', name: '', value: '#eeeeee' },
  { kind: 'metalColor', color: 'Charcoal', name: 'Slate', value: '' },
];

test('createRequestStart has the design with its colours on the card, and the price of a request', () => {
  const { content, unpriced } = createRequestStart({ ...request, size: '8x8' }, card);
  expect(content).toMatchObject({ title: '10x12 Gable Custom Shed', design: newDesign() });
  // As sent, whatever the card has later; the trim has no name, and the roof has shingles.
  expect(content.colors).toEqual([cedar]);
  expect(content.items).toHaveLength(4);
  expect(unpriced).toEqual(['l4']);
});

test('createRequestStart has the title of a request without a design', () => {
  const plain = { ...request, size: null, shed_style: null, design: null, design_price: null };
  expect(createRequestStart(plain, card)).toEqual({
    content: { ...emptyQuoteContent, title: 'Custom Shed' },
    unpriced: [],
  });
});

test('a template with items replaces those of a request', () => {
  const current = createRequestStart(request, card);
  const template = newQuoteContent({ title: 'Standard shed', terms: 'Ours' });
  expect(createTemplateStart(template, current)).toEqual({ content: template, unpriced: [] });
});

test('a template without items adds its wording to what the request asks for', () => {
  const current = createRequestStart(request, card);
  const template = { ...emptyQuoteContent, terms: 'Ours' };
  expect(createTemplateStart(template, current)).toEqual({
    content: { ...current.content, terms: 'Ours' },
    unpriced: ['l4'],
  });
});

test('withQuoteDefaults fills in what is open, and HST and the last day always', () => {
  const settings = {
    valid_days: 30,
    defaults: { terms: 'Ours', start: 'Soon', paymentTerms: 5, title: 'Not a default' },
  };
  const content = { ...emptyQuoteContent, start: 'In May' };
  const hst = { charged: false, basisPoints: 1300 };
  expect(withQuoteDefaults(content, settings, hst, '2026-12-15')).toEqual({
    ...content,
    terms: 'Ours',
    hst,
    validUntil: '2027-01-14',
  });
});

test('a new quote has no wording and no last day before somebody enters them', () => {
  const hst = { charged: false, basisPoints: 1300 };
  expect(
    withQuoteDefaults(emptyQuoteContent, { valid_days: null, defaults: {} }, hst, '2026-12-15'),
  ).toEqual({
    ...emptyQuoteContent,
    hst,
  });
});

test.each([
  ['its text', 'What does a 10x12 cost?', 'b'],
  ['another text', 'Do you deliver?', null],
])('a quote for a message answers the request from its sender with %s', async (_, message, id) => {
  const requests = [
    { id: 'a', description: 'A garage' },
    { id: 'b', description: 'What does a 10x12 cost?' },
  ];
  const urls: string[] = [];
  const fetch = async (url: string | URL | Request) => {
    urls.push(String(url));
    return Response.json(requests);
  };
  const client = createClient<Database>('http://localhost', 'anon', { global: { fetch } });
  const row = { email: 'ida@example.com', message, created_at: '2026-10-02T15:30:00Z' };
  expect(await findRequestFromMessage(client, row)).toBe(id);
  expect(urls[0]).toContain('email=eq.ida%40example.com&created_at=gte.2026-10-02');
});
