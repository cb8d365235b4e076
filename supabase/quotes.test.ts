import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type QuoteSelection, quoteContentSchema } from '#app/features/quotes/quote-content.ts';
import { quoteStates, quoteTransitions } from '#app/features/quotes/quote-states.ts';
import {
  calculateTotals,
  getProposedSelection,
  isPossibleSelection,
} from '#app/features/quotes/quote-totals.ts';
import type { Database } from '#backend/database/database.ts';
import {
  anyQuoteContent,
  anyQuoteWithSelection,
  newQuoteContent,
  newQuoteItem,
} from '#tests/fixtures/quotes.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

async function call<Result>(expression: string, ...values: unknown[]): Promise<Result> {
  const parameters = values.map((value) => JSON.stringify(value));
  const [row] = await database.session(({ query }) =>
    query<{ result: Result }>(`select ${expression} as result`, parameters),
  );
  return row?.result as Result;
}

const isContent = (content: unknown) =>
  call<boolean>('private.is_quote_content($1::text::jsonb)', content);
const calculate = (content: unknown, selection: unknown) =>
  call('private.calculate_quote_totals($1::text::jsonb, $2::text::jsonb)', content, selection);

describe('totals', () => {
  test('a subtotal of 8,450.00 has 1,098.50 of HST and a total of 9,548.50', async () => {
    expect(
      await call('private.calculate_quote_totals($1::text::jsonb)', newQuoteContent()),
    ).toEqual({
      lines: [{ id: 'shed', cents: 845_000, included: true }],
      subtotal: 845_000,
      discount: 0,
      taxable: 845_000,
      hst: 109_850,
      total: 954_850,
      deposit: 0,
    });
  });

  test('the database and TypeScript agree to the cent on any quote and selection', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuoteWithSelection, async ({ content, selection }) => {
        expect(await isContent(content)).toBe(true);
        expect(await calculate(content, selection)).toEqual(calculateTotals(content, selection));
      }),
      { numRuns: countRuns(300) },
    );
  });

  test('the database and TypeScript propose the same selection', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuoteContent, async (content) => {
        expect(await call('private.propose_quote_selection($1::text::jsonb)', content)).toEqual(
          getProposedSelection(content),
        );
        expect(await call('private.calculate_quote_totals($1::text::jsonb)', content)).toEqual(
          calculateTotals(content),
        );
      }),
      { numRuns: countRuns(200) },
    );
  });

  test('the largest possible quote is calculated without overflow', async () => {
    const items = Array.from({ length: 100 }, (_, index) =>
      newQuoteItem({
        id: `i${index}`,
        quantityMilli: 100_000_000,
        unitCents: 100_000_000 - index,
        taxable: index % 3 > 0,
      }),
    );
    const content = newQuoteContent({
      items,
      discount: { type: 'percent', basisPoints: 3333 },
      hst: { charged: true, basisPoints: 10_000 },
      deposit: { type: 'percent', basisPoints: 3333 },
    });
    expect(await calculate(content, getProposedSelection(content))).toEqual(
      calculateTotals(content),
    );
  });
});

test('private.is_quote_content takes the colours of a card, and nothing else, as colours', async () => {
  const content = newQuoteContent();
  const red = { kind: 'wallColor', color: 'Red', name: 'Barn Red', value: '' };
  expect(await isContent({ ...content, colors: [red] })).toBe(true);
  for (const colors of [null, 'Red', red, [red, red], [{ ...red, kind: 'door' }]]) {
    expect(await isContent({ ...content, colors }), JSON.stringify(colors)).toBe(false);
  }
});

describe('private.is_possible_selection', () => {
  const content = newQuoteContent({
    alternatives: [
      { id: 'a', title: 'Wood', description: '' },
      { id: 'b', title: 'Metal', description: '' },
    ],
    items: [
      newQuoteItem({ id: 'base' }),
      newQuoteItem({ id: 'ramp', optional: true }),
      newQuoteItem({ id: 'vent', optional: true, alternative: 'b' }),
    ],
  });
  const isPossible = (selection: unknown, of = content) =>
    call<boolean>('private.is_possible_selection($1::text::jsonb, $2::text::jsonb)', of, selection);

  test.each<[QuoteSelection]>([
    [{ alternative: 'a', options: [] }],
    [{ alternative: 'a', options: ['ramp'] }],
    [{ alternative: 'b', options: ['vent', 'ramp'] }],
    [{ alternative: 'a', options: ['vent'] }],
    [{ alternative: 'a', options: ['base'] }],
    [{ alternative: 'a', options: ['ramp', 'ramp'] }],
    [{ alternative: 'c', options: [] }],
    [{ alternative: null, options: [] }],
  ])('agrees with TypeScript on %j', async (selection) => {
    expect(await isPossible(selection)).toBe(isPossibleSelection(content, selection));
  });

  test.each([
    [null],
    [5],
    [[]],
    [{}],
    [{ alternative: 'a' }],
    [{ alternative: 'a', options: {} }],
    [{ alternative: 'a', options: [], total: 1 }],
    [{ alternative: { id: 'a' }, options: [] }],
    [{ alternative: 'a', options: [null] }],
    [{ alternative: 'a', options: [{ id: 'ramp' }] }],
    [{ alternative: 'a', options: Array(2000).fill('ramp') }],
  ])('rejects %j', async (selection) => {
    expect(await isPossible(selection)).toBe(false);
    expect(await isPossible(selection, newQuoteContent())).toBe(false);
  });
});

describe('private.is_quote_content', () => {
  const [item] = newQuoteContent().items;
  const { unit: _, ...withoutUnit } = newQuoteItem();
  const alternatives = [
    { id: 'a', title: 'Wood', description: '' },
    { id: 'b', title: 'Metal', description: '' },
  ];
  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 5],
    ['a list', [newQuoteContent()]],
    ['an empty object', {}],
    ['another key', { ...newQuoteContent(), price: 1 }],
    ['another format', { ...newQuoteContent(), format: 2 }],
    ['another type', { ...newQuoteContent(), type: 'offer' }],
    ['a title that is a number', { ...newQuoteContent(), title: 5 }],
    ['a long title', { ...newQuoteContent(), title: 'x'.repeat(121) }],
    ['items that are not a list', { ...newQuoteContent(), items: {} }],
    ['an item that is not an object', { ...newQuoteContent(), items: [5] }],
    [
      '101 items',
      {
        ...newQuoteContent(),
        items: Array.from({ length: 101 }, (_, n) => newQuoteItem({ id: `i${n}` })),
      },
    ],
    ['two items with one id', { ...newQuoteContent(), items: [item, item] }],
    ['an item without a unit', { ...newQuoteContent(), items: [withoutUnit] }],
    ['an item with another key', { ...newQuoteContent(), items: [{ ...item, cents: 1 }] }],
    ['a quantity as text', { ...newQuoteContent(), items: [{ ...item, quantityMilli: '1000' }] }],
    ['a quantity of 0', { ...newQuoteContent(), items: [newQuoteItem({ quantityMilli: 0 })] }],
    ['a fraction of a cent', { ...newQuoteContent(), items: [newQuoteItem({ unitCents: 0.5 })] }],
    ['a negative price', { ...newQuoteContent(), items: [newQuoteItem({ unitCents: -1 })] }],
    ['a huge price', { ...newQuoteContent(), items: [newQuoteItem({ unitCents: 1e300 })] }],
    ['taxable as text', { ...newQuoteContent(), items: [{ ...item, taxable: 'true' }] }],
    [
      'an unknown alternative',
      { ...newQuoteContent(), alternatives, items: [newQuoteItem({ alternative: 'c' })] },
    ],
    ['one alternative', { ...newQuoteContent(), alternatives: alternatives.slice(1) }],
    [
      'two alternatives with one id',
      { ...newQuoteContent(), alternatives: [alternatives[0], alternatives[0]] },
    ],
    ['a discount without a type', { ...newQuoteContent(), discount: { cents: 1 } }],
    [
      'a discount above 100%',
      { ...newQuoteContent(), discount: { type: 'percent', basisPoints: 10_001 } },
    ],
    [
      'a deposit with both',
      { ...newQuoteContent(), deposit: { type: 'amount', cents: 1, basisPoints: 1 } },
    ],
    ['HST in per cent', { ...newQuoteContent(), hst: { charged: true, percent: 13 } }],
    ['no HST', { ...newQuoteContent(), hst: null }],
    ['February 30', { ...newQuoteContent(), validUntil: '2027-02-30' }],
    ['a day with a time', { ...newQuoteContent(), validUntil: '2027-02-03T00:00:00Z' }],
    ['an image elsewhere', { ...newQuoteContent(), images: ['https://example.com/a.jpg'] }],
    ['an invalid design', { ...newQuoteContent(), design: { version: 1 } }],
  ])('rejects %s, and so does the schema', async (_what, content) => {
    expect(await isContent(content)).toBe(false);
    expect(quoteContentSchema.safeParse(content).success).toBe(false);
    expect(await calculate(content, null)).toBeNull();
  });
});

test('private.is_quote_transition permits what quoteTransitions lists, and nothing else', async () => {
  for (const from of quoteStates) {
    for (const to of quoteStates) {
      const [row] = await database.session(({ query }) =>
        query<{ result: boolean }>('select private.is_quote_transition($1, $2) as result', [
          from,
          to,
        ]),
      );
      expect(row?.result, `${from} to ${to}`).toBe(quoteTransitions[from].includes(to));
    }
  }
});
