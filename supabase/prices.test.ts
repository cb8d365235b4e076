import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shedDesignSchema } from '#app/features/designer/design-schema.ts';
import type { FullPrice } from '#app/features/designer/price.ts';
import {
  type CostList,
  emptyPriceList,
  getUnpricedStyles,
  PRICE_ITEMS,
  PRICE_UNITS,
  type PriceList,
  type PriceUnit,
  priceListSchema,
} from '#app/features/designer/price-list.ts';
import type { QuoteContent } from '#app/features/quotes/quote-content.ts';
import type { Database } from '#backend/database/database.ts';
import { getBodyLength } from '#drawing/design/design-geometry.ts';
import { getLoftLength, getTieInset } from '#drawing/design/roof-levels.ts';
import { ROOF_SHAPES } from '#drawing/design/roof-shapes.ts';
import { type Extra, MATERIALS, type ShedDesign, STYLES } from '#drawing/design/shed-design.ts';
import { newDesign, newPriceList } from '#tests/fixtures/designs.ts';
import { anyDesign } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

async function call<Result>(expression: string, ...values: unknown[]): Promise<Result> {
  const parameters = values.map((value) =>
    typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value),
  );
  const [row] = await database.session(({ query }) =>
    query<{ result: Result }>(`select ${expression} as result`, parameters),
  );
  return row?.result as Result;
}

const isDesign = (json: string) => call<boolean>('private.is_shed_design($1::text::jsonb)', json);
const isPriceList = (prices: unknown) =>
  call<boolean>('private.is_price_list($1::text::jsonb)', JSON.stringify(prices));
type TaxedList = PriceList & { hst: QuoteContent['hst'] };
const calculate = (prices: TaxedList, design: ShedDesign, km: number | null = null) =>
  call<FullPrice | null>(
    `private.calculate_price($1::text::jsonb, $2::text::jsonb, ${km ?? 'null'})`,
    prices,
    design,
  );
async function calculatePrice(...parameters: Parameters<typeof calculate>): Promise<FullPrice> {
  const price = await calculate(...parameters);
  if (!price) throw new Error('The design has no price');
  return price;
}
/** The prices with the HST of the business, which the database adds to a published list. */
const newTaxedList = (overrides: Partial<TaxedList> = {}): TaxedList => ({
  ...newPriceList(),
  hst: { charged: true, basisPoints: 1300 },
  ...overrides,
});
const allPriced = Object.fromEntries(
  STYLES.map((style) => [style, newPriceList().base.Gable]),
) as PriceList['base'];

describe('private.is_shed_design', () => {
  test('accepts every design that the schema accepts', async () => {
    await fc.assert(
      fc.asyncProperty(anyDesign, async (design) => {
        expect(shedDesignSchema.safeParse(design).success).toBe(true);
        expect(await isDesign(JSON.stringify(design))).toBe(true);
      }),
      { numRuns: countRuns(300) },
    );
  });

  const { openings, ...withoutOpenings } = newDesign();
  const [opening] = openings;
  const { width: _, ...withoutWidth } = newDesign();
  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 5],
    ['a list', [newDesign()]],
    ['another version', { ...newDesign(), version: 2 }],
    ['no version', { ...newDesign(), version: null }],
    ['a missing key', withoutWidth],
    ['another key', { ...newDesign(), price: 1 }],
    ['no openings', withoutOpenings],
    ['a fraction', { ...newDesign(), width: 10.5 }],
    ['a number as text', { ...newDesign(), width: '10' }],
    ['a number in a list', { ...newDesign(), width: [10] }],
    ['a huge number', { ...newDesign(), length: 1e308 }],
    ['a negative number', { ...newDesign(), porchDepth: -1 }],
    ['a wall height between steps', { ...newDesign(), wallHeight: 85 }],
    ['an unknown style', { ...newDesign(), style: '<script>' }],
    ['a style with a line end', { ...newDesign(), style: 'Gable\n' }],
    ['a style in a list', { ...newDesign(), style: ['Gable'] }],
    ['an unknown colour', { ...newDesign(), trimColor: 'Pink' }],
    ['a colour in a list', { ...newDesign(), roofColor: ['White'] }],
    ['openings that are not a list', { ...newDesign(), openings: {} }],
    ['25 openings', { ...newDesign(), openings: Array(25).fill(opening) }],
    ['10,000 openings', { ...newDesign(), openings: Array(10_000).fill(opening) }],
    ['an opening in a list', { ...newDesign(), openings: [[opening]] }],
    ['an opening that is a number', { ...newDesign(), openings: [1] }],
    ['an opening with another key', { ...newDesign(), openings: [{ ...opening, name: 'x' }] }],
    ['an opening beyond the walls', { ...newDesign(), openings: [{ ...opening, position: 289 }] }],
    ['an unknown extra', { ...newDesign(), extras: ['pool'] }],
    ['an extra twice', { ...newDesign(), extras: ['ramp', 'ramp'] }],
    ['an extra in a list', { ...newDesign(), extras: [['ramp']] }],
    ['100 kB', { ...newDesign(), style: 'x'.repeat(100_000) }],
  ])('rejects %s', async (_, design) => {
    expect(await isDesign(JSON.stringify(design))).toBe(false);
  });

  test('rejects numbers of 100,000 digits without formatting them', async () => {
    const started = performance.now();
    const huge = `[${Array(400).fill('1e100000').join()}]`;
    const json = JSON.stringify(newDesign()).replace('"extras":["ramp"]', `"extras":${huge}`);
    expect(await isDesign(json)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('private.is_price_list', () => {
  test('accepts the empty price list and one with amounts', async () => {
    const leapDay = newPriceList({ validUntil: '2028-02-29' });
    for (const prices of [emptyPriceList, newPriceList(), leapDay, newTaxedList()]) {
      expect(priceListSchema.safeParse(prices).success).toBe(true);
      expect(await isPriceList(prices)).toBe(true);
    }
  });

  test('prices the same items in the same order as the website', async () => {
    expect(await call('to_jsonb(private.list_price_items())')).toEqual(PRICE_ITEMS);
  });

  const gable = emptyPriceList.base.Gable;
  const ramp = emptyPriceList.items['extra.ramp'];
  const withRamp = (change: object) =>
    newPriceList({ items: { ...emptyPriceList.items, 'extra.ramp': { ...ramp, ...change } } });
  test.each<[string, unknown]>([
    ['nothing', {}],
    ['a negative amount', withRamp({ amount: -1 })],
    ['a fraction of a cent', withRamp({ amount: 0.5 })],
    ['an unknown unit', withRamp({ unit: 'hour' })],
    ['an empty label', withRamp({ label: '' })],
    ['a missing style', { ...emptyPriceList, base: { Gable: gable } }],
    ['a missing item', { ...emptyPriceList, items: { 'extra.ramp': ramp } }],
    [
      'no grid',
      {
        ...emptyPriceList,
        base: { ...emptyPriceList.base, Gable: { start: 1, perSquareFoot: 1 } },
      },
    ],
    [
      'an invalid size',
      {
        ...emptyPriceList,
        base: { ...emptyPriceList.base, Gable: { ...gable, grid: { big: 1 } } },
      },
    ],
    ['an invalid day', newPriceList({ validUntil: 'soon' })],
    ['a day that February does not have', newPriceList({ validUntil: '2026-02-31' })],
    ['February 29 of another year', newPriceList({ validUntil: '2026-02-29' })],
    ['11 distances', newPriceList({ delivery: Array(11).fill({ upToKm: 1, amount: 1 }) })],
  ])('rejects %s', async (_, prices) => {
    expect(priceListSchema.safeParse(prices).success).toBe(false);
    expect(await isPriceList(prices)).toBe(false);
  });
});

describe('private.calculate_price', () => {
  test('itemises a design: base of the grid, options, HST rounded once', async () => {
    expect(await calculate(newTaxedList(), newDesign())).toEqual({
      lines: [
        { item: 'base', label: 'Base 10x12 Gable', quantity: 1, cents: 800_000 },
        { item: 'material.Wood', label: 'Wood siding', quantity: 1, cents: 0 },
        { item: 'roofing.shingles', label: 'Shingles', quantity: 1, cents: 0 },
        { item: 'opening.double-door-60', label: 'Double door', quantity: 1, cents: 35_000 },
        { item: 'extra.ramp', label: 'Ramp', quantity: 1, cents: 10_000 },
        { item: 'foundation.skids', label: 'Skids', quantity: 1, cents: 0 },
        { item: 'delivery', label: 'Delivery within 50 km', quantity: 1, cents: 0 },
        { item: 'hst', label: 'HST', quantity: 1, cents: 109_850 },
      ],
      subtotal: 845_000,
      hst: 109_850,
      total: 954_850,
      deliveryWithinKm: 50,
    });
  });

  const withGable = (rates: PriceList['base']['Gable']) =>
    newTaxedList({ base: { ...emptyPriceList.base, Gable: rates } });
  const rates = { start: 100_000, perSquareFoot: 5000 };
  test.each<[string, Record<string, number>, number, number, number]>([
    ['without a grid by start and square feet', {}, 9, 11, 100_000 + 5000 * 99],
    ['in the grid by its own price', { '10x12': 800_000 }, 10, 12, 800_000],
    ['between two of the grid by its area', { '8x10': 400_000, '10x10': 500_000 }, 9, 10, 450_000],
    ['of the same area as one of the grid as that one', { '10x12': 800_000 }, 8, 15, 800_000],
    ['above the grid by the difference of area', { '10x12': 800_000 }, 12, 12, 920_000],
    ['below the grid by the difference of area', { '10x12': 800_000 }, 10, 10, 700_000],
    ['next to a size of 0 as if that were empty', { '10x12': 0 }, 10, 12, 700_000],
    ['below the grid by its area at least', { '12x12': 144_000 }, 6, 6, 36_000],
  ])('prices a size %s', async (_, grid, width, length, cents) => {
    const price = await calculate(withGable({ ...rates, grid }), newDesign({ width, length }));
    expect(price?.lines[0]?.cents).toBe(cents);
  });

  test('a style whose base is not priced has no price', async () => {
    for (const style of STYLES) {
      const price = await calculate(newTaxedList(), newDesign({ style }));
      expect(price === null, style).toBe(style !== 'Gable');
    }
    expect(getUnpricedStyles(newTaxedList())).toEqual(STYLES.filter((style) => style !== 'Gable'));
    const nothing = { start: 0, perSquareFoot: 0 };
    for (const grid of [{}, { '10x12': 0 }] as Record<string, number>[]) {
      const prices = withGable({ ...nothing, grid });
      expect(await calculate(prices, newDesign())).toBeNull();
      expect(getUnpricedStyles(prices)).toEqual(STYLES);
    }
    const prices = withGable({ ...nothing, grid: { '8x8': 200_000 } });
    expect(await calculate(prices, newDesign())).not.toBeNull();
    expect(getUnpricedStyles(prices)).not.toContain('Gable');
  });

  test('counts openings by type, and calculates a percentage of the base', async () => {
    const window = { type: 'window-24x36', wall: 'left', position: 20 } as const;
    const { lines } = await calculatePrice(
      newTaxedList(),
      newDesign({
        material: 'Duratemp',
        openings: [window, { ...window, position: 80 }],
        extras: [],
      }),
    );
    expect(lines.filter(({ item }) => /^(material|opening)/.test(item))).toEqual([
      { item: 'material.Duratemp', label: 'Duratemp siding', quantity: 1, cents: 64_000 },
      { item: 'opening.window-24x36', label: 'Window, 24 x 36 in', quantity: 2, cents: 42_000 },
    ]);
  });

  test.each<[number | null, string, number | null]>([
    [null, 'Delivery within 50 km', 0],
    [50, 'Delivery within 50 km', 0],
    [51, 'Delivery within 100 km', 25_000],
    [101, 'Delivery, on request', null],
  ])('delivery over %s km is "%s"', async (km, label, cents) => {
    const { lines, subtotal } = await calculatePrice(newTaxedList(), newDesign(), km);
    expect(lines.find(({ item }) => item === 'delivery')).toMatchObject({ label, cents });
    expect(subtotal).toBe(845_000 + (cents ?? 0));
  });

  test.each(PRICE_UNITS)('multiplies an amount by its unit: %s', async (unit) => {
    // 10 x 12 ft: 120 sq ft of floor; 36 ft around and 8 ft long without the porch, 10 x 4; 1% of 8,000.
    const expected = {
      each: 100,
      floor: 12_000,
      walls: 25_200,
      length: 800,
      porch: 4000,
      percent: 8000,
    };
    const design = newDesign({ extras: ['shelf'], porchDepth: 4 });
    expect(await priceExtra('shelf', unit, design)).toBe(expected[unit]);
  });

  async function priceExtra(extra: Extra, unit: PriceUnit, design: ShedDesign) {
    const rate = { label: extra, unit, amount: 100 };
    const items = { ...emptyPriceList.items, [`extra.${extra}`]: rate };
    const { lines } = await calculatePrice(newTaxedList({ base: allPriced, items }), design);
    return lines.find(({ item }) => item === `extra.${extra}`)?.cents;
  }

  test('the walls of an A-frame are its gables', async () => {
    const design = newDesign({ style: 'A-Frame', width: 12, extras: ['insulation'] });
    // Two triangles with sides of 12 ft: 12 x 10.392.
    expect(await priceExtra('insulation', 'walls', design)).toBe(12_471);
  });

  test('the floor of a loft is its own', async () => {
    for (const style of STYLES) {
      for (const length of [6, 10, 13, 24]) {
        const design = newDesign({ style, width: 14, length, extras: ['loft'], porchDepth: 3 });
        const { length: loft, width } = getLoftFloor(design);
        expect(await priceExtra('loft', 'floor', design)).toBe(Math.round((loft * width) / 1.44));
      }
    }
  });

  const getLoftFloor = (design: ShedDesign) => ({
    length: getLoftLength(getBodyLength(design)),
    width: 12 * design.width - 2 * getTieInset({ shape: ROOF_SHAPES[design.style] }),
  });

  test('adds percentages of the shed, and subtracts negative ones', async () => {
    const prices = newTaxedList({
      adjustments: [
        { label: 'Winter discount', basisPoints: -1000 },
        { label: 'Site visit', basisPoints: 200 },
      ],
    });
    const { lines, subtotal } = await calculatePrice(prices, newDesign());
    expect(lines.filter(({ item }) => item === 'adjustment').map(({ cents }) => cents)).toEqual([
      -84_500, 16_900,
    ]);
    expect(subtotal).toBe(845_000 - 84_500 + 16_900);
  });

  test('charges no HST if it is switched off', async () => {
    const hst = { basisPoints: 1300, charged: false };
    const price = await calculatePrice(newTaxedList({ hst }), newDesign());
    expect(price).toMatchObject({ subtotal: 845_000, hst: 0, total: 845_000 });
    expect(price.lines.some(({ item }) => item === 'hst')).toBe(false);
  });

  const anyAmount = fc.integer({ min: 0, max: 2_000_000 });
  const anyPriceList: fc.Arbitrary<TaxedList> = fc
    .record({
      amounts: fc.array(anyAmount, {
        minLength: PRICE_ITEMS.length,
        maxLength: PRICE_ITEMS.length,
      }),
      units: fc.array(fc.constantFrom(...PRICE_UNITS), {
        minLength: PRICE_ITEMS.length,
        maxLength: PRICE_ITEMS.length,
      }),
      start: fc.integer({ min: 1, max: 2_000_000 }),
      perSquareFoot: fc.integer({ min: 0, max: 20_000 }),
      basisPoints: fc.integer({ min: 0, max: 2500 }),
      discount: fc.integer({ min: -9000, max: 0 }),
      charged: fc.boolean(),
    })
    .map(({ amounts, units, start, perSquareFoot, basisPoints, discount, charged }) => ({
      ...newTaxedList({
        base: Object.fromEntries(
          STYLES.map((style) => [style, { start, perSquareFoot, grid: {} }]),
        ) as PriceList['base'],
        hst: { basisPoints, charged },
        adjustments: [{ label: 'Discount', basisPoints: discount }],
        items: Object.fromEntries(
          PRICE_ITEMS.map((item, at) => [
            item,
            { label: item, unit: units[at] ?? 'each', amount: amounts[at] ?? 0 },
          ]),
        ) as PriceList['items'],
      }),
    }));

  test('any design by any price list: whole cents that add up, HST rounded once, no negative total', async () => {
    await fc.assert(
      fc.asyncProperty(anyPriceList, anyDesign, async (prices, design) => {
        const { lines, subtotal, hst, total } = await calculatePrice(prices, design);
        const sum = lines.reduce((cents, line) => cents + (line.cents ?? 0), 0);
        expect(lines.every(({ cents }) => cents === null || Number.isSafeInteger(cents))).toBe(
          true,
        );
        expect(total).toBe(sum);
        expect(total).toBe(subtotal + hst);
        const exactHst = prices.hst.charged ? (subtotal * prices.hst.basisPoints) / 10_000 : 0;
        expect(Math.abs(hst - exactHst)).toBeLessThanOrEqual(0.5);
        expect(total).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: countRuns(300) },
    );
  });

  test('a larger shed never costs less by the square foot, and another option never either', async () => {
    await fc.assert(
      fc.asyncProperty(anyPriceList, anyDesign, async (prices, design) => {
        const { total } = await calculatePrice(prices, design);
        if (design.length < 24) {
          const longer = await calculatePrice(prices, { ...design, length: design.length + 1 });
          expect(longer.total).toBeGreaterThanOrEqual(total);
        }
        if (!design.extras.includes('cupola')) {
          const extras = [...design.extras, 'cupola' as const];
          const { total: withCupola } = await calculatePrice(prices, { ...design, extras });
          expect(withCupola).toBeGreaterThanOrEqual(total);
        }
      }),
      { numRuns: countRuns(100) },
    );
  });

  test('names every style and material in its lines', async () => {
    const items = Object.fromEntries(
      PRICE_ITEMS.map((item) => [item, { label: item, unit: 'each', amount: 100 }]),
    ) as PriceList['items'];
    for (const style of STYLES) {
      for (const material of MATERIALS) {
        const prices = newTaxedList({ base: allPriced, items });
        const { lines } = await calculatePrice(prices, newDesign({ style, material }));
        expect(lines[0]?.label).toBe(`Base 10x12 ${style}`);
        expect(lines.map(({ label }) => label)).toContain(`material.${material}`);
      }
    }
  });
});

test('preview_prices adds what a design costs, in the units of the prices', async () => {
  const costs: CostList = {
    base: { Gable: { start: 50_000, perSquareFoot: 3000 } },
    items: { 'extra.ramp': 4000, 'opening.double-door-60': 20_000 },
  };
  const previewed = await call<unknown[]>(
    'public.preview_prices($1::text::jsonb, $2::text::jsonb, $3::text::jsonb)',
    newTaxedList(),
    costs,
    [newDesign(), { style: 'none' }, newDesign({ style: 'Gambrel' })],
  );
  expect(previewed).toMatchObject([
    { subtotal: 845_000, total: 845_000, cost: 50_000 + 3000 * 120 + 4000 + 20_000 },
    null,
    null,
  ]);
});

test('preview_prices has no costs of a style whose base has none', async () => {
  const previewed = await call<unknown[]>(
    'public.preview_prices($1::text::jsonb, $2::text::jsonb, $3::text::jsonb)',
    newTaxedList(),
    { base: {}, items: { 'extra.ramp': 4000 } },
    [newDesign()],
  );
  expect(previewed).toMatchObject([{ total: 845_000, cost: 0 }]);
});

test('private.calculate_price_range is one range for all totals within 5%, which contains them', async () => {
  const ranges = await call<{ total: number; low: number; high: number }[]>(
    `(select jsonb_agg(private.calculate_price_range(total, $1::text::integer, $2::text::integer)
      || jsonb_build_object('total', total)) from generate_series(0, 3000000, 1000) as total)`,
    '0',
    '0',
  );
  for (const { total, low, high } of ranges) {
    expect(low).toBeLessThanOrEqual(total);
    expect(high).toBeGreaterThan(total);
    expect([low % 10_000, high % 10_000]).toEqual([0, 0]);
  }
  // A shed of 10,000 dollars and more: 23 steps of 5% are a factor of 3.07.
  const shown = ranges.filter(({ total }) => total >= 1_000_000);
  const distinct = new Set(shown.map(({ low, high }) => `${low}-${high}`));
  expect(distinct.size).toBeLessThanOrEqual(24);
  expect(await call('private.calculate_price_range(954850, 5, 15)')).toEqual({
    low: 890_000,
    high: 1_150_000,
  });
});
