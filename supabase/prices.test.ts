import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shedDesignSchema } from '#app/domain/designs/design-schema.ts';
import type { FullPrice } from '#app/domain/designs/price.ts';
import {
  type CostList,
  emptyPriceList,
  PRICE_ITEMS,
  PRICE_UNITS,
  type PriceList,
  priceListSchema,
} from '#app/domain/designs/price-list.ts';
import type { Database } from '#backend/database/database.ts';
import { MATERIALS, type ShedDesign, STYLES } from '#drawing/design/shed-design.ts';
import { anyDesign, newDesign, newPriceList } from '#tests/fixtures/designs.ts';
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
const calculate = (prices: PriceList, design: ShedDesign, km: number | null = null) =>
  call<FullPrice>(
    `private.calculate_price($1::text::jsonb, $2::text::jsonb, ${km ?? 'null'})`,
    prices,
    design,
  );

describe('private.is_shed_design', () => {
  test('accepts every design that the schema accepts', async () => {
    await fc.assert(
      fc.asyncProperty(anyDesign, async (design) => {
        expect(shedDesignSchema.safeParse(design).success).toBe(true);
        expect(await isDesign(JSON.stringify(design))).toBe(true);
      }),
      { numRuns: 300 },
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
    ['openings that are no list', { ...newDesign(), openings: {} }],
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
  ])('refuses %s', async (_, design) => {
    expect(await isDesign(JSON.stringify(design))).toBe(false);
  });

  test('refuses numbers of 100,000 digits without writing them out', async () => {
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
    for (const prices of [emptyPriceList, newPriceList(), leapDay]) {
      expect(priceListSchema.safeParse(prices).success).toBe(true);
      expect(await isPriceList(prices)).toBe(true);
    }
  });

  test('prices the same items in the same order as the website', async () => {
    expect(await call('to_jsonb(private.price_items())')).toEqual(PRICE_ITEMS);
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
      'a size that is none',
      {
        ...emptyPriceList,
        base: { ...emptyPriceList.base, Gable: { ...gable, grid: { big: 1 } } },
      },
    ],
    ['HST of 200 %', newPriceList({ hst: { basisPoints: 20_000, charged: true } })],
    ['a day that is none', newPriceList({ validUntil: 'soon' })],
    ['a day that February does not have', newPriceList({ validUntil: '2026-02-31' })],
    ['February 29 of another year', newPriceList({ validUntil: '2026-02-29' })],
    ['11 distances', newPriceList({ delivery: Array(11).fill({ upToKm: 1, amount: 1 }) })],
  ])('refuses %s', async (_, prices) => {
    expect(priceListSchema.safeParse(prices).success).toBe(false);
    expect(await isPriceList(prices)).toBe(false);
  });
});

describe('private.calculate_price', () => {
  test('itemises a design: base of the grid, options, HST rounded once', async () => {
    expect(await calculate(newPriceList(), newDesign())).toEqual({
      lines: [
        { item: 'base', label: 'Base 10x12 Gable', quantity: 1, cents: 800_000 },
        { item: 'opening.double-door-60', label: 'Double door', quantity: 1, cents: 35_000 },
        { item: 'extra.ramp', label: 'Ramp', quantity: 1, cents: 10_000 },
        { item: 'delivery', label: 'Delivery within 50 km', quantity: 1, cents: 0 },
        { item: 'hst', label: 'HST', quantity: 1, cents: 109_850 },
      ],
      subtotal: 845_000,
      hst: 109_850,
      total: 954_850,
    });
  });

  test('prices a size that is not in the grid by the square foot', async () => {
    const { lines } = await calculate(newPriceList(), newDesign({ width: 9, length: 11 }));
    expect(lines[0]).toMatchObject({ label: 'Base 9x11 Gable', cents: 100_000 + 5000 * 99 });
  });

  test('counts openings of the same type, and takes a percentage of the base', async () => {
    const window = { type: 'window-24x36', wall: 'left', position: 20 } as const;
    const { lines } = await calculate(
      newPriceList(),
      newDesign({
        material: 'Duratemp',
        openings: [window, { ...window, position: 80 }],
        extras: [],
      }),
    );
    expect(lines.slice(1, 3)).toEqual([
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
    const { lines, subtotal } = await calculate(newPriceList(), newDesign(), km);
    expect(lines.find(({ item }) => item === 'delivery')).toMatchObject({ label, cents });
    expect(subtotal).toBe(845_000 + (cents ?? 0));
  });

  test.each(PRICE_UNITS)('multiplies an amount by its unit: %s', async (unit) => {
    const items = { ...emptyPriceList.items, 'extra.loft': { label: 'Loft', unit, amount: 100 } };
    const design = newDesign({ extras: ['loft'], porchDepth: 4 });
    const { lines } = await calculate(newPriceList({ items }), design);
    // 10 x 12 ft: 120 sq ft of floor, 44 ft around x 7 ft, 12 ft long, porch 10 x 4; 1 % of 8,000.
    const expected = {
      each: 100,
      floor: 12_000,
      walls: 30_800,
      length: 1200,
      porch: 4000,
      percent: 8000,
    };
    expect(lines.find(({ item }) => item === 'extra.loft')?.cents).toBe(expected[unit]);
  });

  test('adds percentages of the shed, and subtracts negative ones', async () => {
    const prices = newPriceList({
      adjustments: [
        { label: 'Winter discount', basisPoints: -1000 },
        { label: 'Site visit', basisPoints: 200 },
      ],
    });
    const { lines, subtotal } = await calculate(prices, newDesign());
    expect(lines.filter(({ item }) => item === 'adjustment').map(({ cents }) => cents)).toEqual([
      -84_500, 16_900,
    ]);
    expect(subtotal).toBe(845_000 - 84_500 + 16_900);
  });

  test('charges no HST if it is switched off', async () => {
    const hst = { basisPoints: 1300, charged: false };
    const price = await calculate(newPriceList({ hst }), newDesign());
    expect(price).toMatchObject({ subtotal: 845_000, hst: 0, total: 845_000 });
    expect(price.lines.some(({ item }) => item === 'hst')).toBe(false);
  });

  const anyAmount = fc.integer({ min: 0, max: 2_000_000 });
  const anyPriceList: fc.Arbitrary<PriceList> = fc
    .record({
      amounts: fc.array(anyAmount, {
        minLength: PRICE_ITEMS.length,
        maxLength: PRICE_ITEMS.length,
      }),
      units: fc.array(fc.constantFrom(...PRICE_UNITS), {
        minLength: PRICE_ITEMS.length,
        maxLength: PRICE_ITEMS.length,
      }),
      start: anyAmount,
      perSquareFoot: fc.integer({ min: 0, max: 20_000 }),
      basisPoints: fc.integer({ min: 0, max: 2500 }),
      discount: fc.integer({ min: -9000, max: 0 }),
      charged: fc.boolean(),
    })
    .map(({ amounts, units, start, perSquareFoot, basisPoints, discount, charged }) => ({
      ...newPriceList({
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
        const { lines, subtotal, hst, total } = await calculate(prices, design);
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
      { numRuns: 300 },
    );
  });

  test('a larger shed never costs less by the square foot, and another option never either', async () => {
    await fc.assert(
      fc.asyncProperty(anyPriceList, anyDesign, async (prices, design) => {
        const { total } = await calculate(prices, design);
        if (design.length < 24) {
          const longer = await calculate(prices, { ...design, length: design.length + 1 });
          expect(longer.total).toBeGreaterThanOrEqual(total);
        }
        if (!design.extras.includes('cupola')) {
          const extras = [...design.extras, 'cupola' as const];
          const { total: withCupola } = await calculate(prices, { ...design, extras });
          expect(withCupola).toBeGreaterThanOrEqual(total);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('names every style and material in its lines', async () => {
    const items = Object.fromEntries(
      PRICE_ITEMS.map((item) => [item, { label: item, unit: 'each', amount: 100 }]),
    ) as PriceList['items'];
    for (const style of STYLES) {
      for (const material of MATERIALS) {
        const { lines } = await calculate(newPriceList({ items }), newDesign({ style, material }));
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
    newPriceList(),
    costs,
    [newDesign(), { style: 'none' }],
  );
  expect(previewed).toMatchObject([
    { subtotal: 845_000, total: 954_850, cost: 50_000 + 3000 * 120 + 4000 + 20_000 },
    null,
  ]);
});
