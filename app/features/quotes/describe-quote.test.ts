import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newRichQuoteContent } from '#tests/fixtures/quote-jobs.ts';
import { anyQuoteContent, newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { compareContents, formatItemAmount } from './describe-quote.ts';
import { calculateTotals } from './quote-totals.ts';

test.each([
  [{}, 45_000, '$450.00'],
  [{}, 0, 'included'],
  [{ optional: true }, 0, 'no charge'],
])('formatItemAmount of an item %o of %d cents is %s', (overrides, cents, amount) => {
  expect(formatItemAmount(newQuoteItem(overrides), cents)).toBe(amount);
});

test('compareContents has words for an item without a price', () => {
  const permit = newQuoteItem({ id: 'permit', description: 'Permit', unitCents: 0 });
  const after = newQuoteContent({ items: [newQuoteItem(), permit] });
  expect(compareContents(newQuoteContent(), after)).toEqual([
    { label: 'Permit', after: 'Permit: 1, included' },
  ]);
});

test('compareContents names what was added, changed and removed, and the total', () => {
  const before = newQuoteContent({
    items: [newQuoteItem(), newQuoteItem({ id: 'ramp', description: 'Ramp', unitCents: 10_000 })],
  });
  const after = newQuoteContent({
    items: [
      newQuoteItem({ quantityMilli: 2500 }),
      newQuoteItem({ id: 'loft', description: 'Loft', unitCents: 50_000, optional: true }),
    ],
    discount: { type: 'percent', basisPoints: 250 },
    start: '',
  });
  expect(compareContents(before, after)).toEqual([
    {
      label: 'Garden shed, 10 x 12 ft',
      before: 'Garden shed, 10 x 12 ft: 1 at $8,450.00',
      after: 'Garden shed, 10 x 12 ft: 2.5 at $8,450.00',
    },
    { label: 'Loft', after: 'Loft: 1 at $500.00, optional' },
    { label: 'Ramp', before: 'Ramp: 1 at $100.00' },
    { label: 'Start', before: 'In May 2027' },
    { label: 'Discount', after: '2.5%' },
    { label: 'Total', before: '$9,661.50', after: '$23,274.46' },
  ]);
});

test('compareContents compares the totals of what was selected and of what is', () => {
  const ramp = newQuoteItem({ id: 'ramp', unitCents: 10_000, optional: true });
  const before = newQuoteContent({ items: [newQuoteItem(), ramp] });
  const selection = { alternative: null, options: ['ramp'] };
  const after = newQuoteContent({ items: [newQuoteItem(), { ...ramp, unitCents: 20_000 }] });
  expect(compareContents(before, after, { before: selection, after: selection }).at(-1)).toEqual({
    label: 'Total',
    before: '$9,661.50',
    after: '$9,774.50',
  });
  expect(compareContents(before, before, { before: null, after: selection })).toEqual([
    { label: 'Total', before: '$9,548.50', after: '$9,661.50' },
  ]);
});

test('compareContents names alternatives by their titles, whatever their ids', () => {
  const cedar = { id: 'a1', title: 'Cedar', description: 'Untreated' };
  const pine = { id: 'a2', title: 'Pine', description: '' };
  const items = [
    newQuoteItem({ id: 'x', description: 'Boards', alternative: 'a1' }),
    newQuoteItem({ id: 'y', description: 'Planks', alternative: 'a2' }),
  ];
  const before = newQuoteContent({ items, alternatives: [cedar, pine] });
  const after = newQuoteContent({
    items: items.map((item) => ({ ...item, alternative: 'a1' })),
    alternatives: [
      { ...pine, title: 'Red pine' },
      { ...cedar, description: 'Oiled' },
    ],
  });
  expect(compareContents(before, after)).toEqual([
    {
      label: 'Planks',
      before: 'Planks: 1 at $8,450.00, with Red pine',
      after: 'Planks: 1 at $8,450.00, with Cedar',
    },
    { label: 'Alternative “Cedar”', before: 'Cedar: Untreated', after: 'Cedar: Oiled' },
    { label: 'Alternative “Red pine”', before: 'Pine', after: 'Red pine' },
    { label: 'Proposed alternative', before: 'Cedar', after: 'Red pine' },
    { label: 'Total', before: '$9,548.50', after: '$0.00' },
  ]);
});

test('compareContents writes days, photos and drawings as people read them', () => {
  const images = ['sheds/1767225600000-a.jpg', 'sheds/1767225600000-b.jpg'];
  const before = newQuoteContent({
    ...{ validUntil: '2026-12-20', images, design: newDesign({ width: 10 }), type: 'quote' },
  });
  const after = newQuoteContent({
    ...{ validUntil: '2027-01-20', design: newDesign({ width: 12 }), type: 'estimate' },
    images: ['sheds/1767225600000-b.jpg', 'sheds/1767225600000-c.jpg'],
  });
  expect(compareContents(before, after)).toEqual([
    { label: 'Type', before: 'Fixed quote', after: 'Estimate' },
    { label: 'Valid until', before: 'December 20, 2026', after: 'January 20, 2027' },
    { label: 'Photos', before: '2 photos', after: '2 photos, 1 new' },
    {
      ...{ label: 'Design, size', before: '10x12 ft (3.05\u00a0x\u00a03.66\u00a0m)' },
      after: '12x12 ft (3.66\u00a0x\u00a03.66\u00a0m)',
    },
  ]);
  const colors = [{ kind: 'wallColor', color: 'Natural', name: 'Cedar', value: '' } as const];
  expect(compareContents(before, { ...before, colors })).toEqual([
    { label: 'Design, siding', before: 'Wood, Natural', after: 'Wood, Natural (Cedar)' },
  ]);
  expect(compareContents(before, { ...before, images: images.toReversed() })).toEqual([]);
  expect(compareContents(before, { ...before, images: [], design: null })).toEqual([
    { label: 'Photos', before: '2 photos' },
    { label: 'Design', before: expect.stringContaining('Gable') },
  ]);
});

test('compareContents finds no difference between equal contents, and one between other totals', () => {
  fc.assert(
    fc.property(anyQuoteContent, anyQuoteContent, (one, other) => {
      expect(compareContents(one, structuredClone(one))).toEqual([]);
      const isSameTotal = calculateTotals(one).total === calculateTotals(other).total;
      const labels = compareContents(one, other).map(({ label }) => label);
      expect(labels.includes('Total')).toBe(!isSameTotal);
    }),
    { numRuns: countRuns(300) },
  );
});

test('compareContents names alternatives, days, photos and designs as people do', () => {
  const before = newRichQuoteContent();
  const [gravel, concrete] = before.alternatives;
  if (!before.design || !gravel || !concrete) throw new Error('The fixture has changed');
  const slab = before.items.find(({ alternative }) => alternative === concrete.id);
  const design = { ...before.design, style: 'Gambrel' as const };
  const photos = ['sheds/1-a.jpg', 'sheds/2-b.jpg'];
  const after = {
    ...before,
    items: before.items.filter((item) => item !== slab),
    alternatives: [gravel, { ...concrete, description: 'For cars.' }],
    validUntil: '2100-01-31',
    images: photos,
    design,
  };
  const text = JSON.stringify(compareContents(before, after));
  expect(text).toContain('with On concrete');
  expect(text).toContain('On concrete: For cars.');
  expect(text).toContain('January 31, 2100');
  expect(text).toContain('2 photos');
  expect(text).toContain('Gambrel');
  expect(text).not.toMatch(/sheds\/|roofColor|alternative b/);
  const other = { ...after, images: ['sheds/3-c.jpg', 'sheds/2-b.jpg'] };
  expect(compareContents(after, other)).toEqual([
    { label: 'Photos', before: '2 photos', after: '2 photos, 1 new' },
  ]);
  expect(compareContents(after, { ...after, design: null })).toEqual([
    { label: 'Design', before: expect.stringContaining('Gambrel') },
  ]);
});
