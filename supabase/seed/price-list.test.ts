import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPricedListing } from '#app/features/designer/listing-design.ts';
import type { PricedDesign } from '#app/features/designer/price.ts';
import {
  emptyPriceList,
  parseCostList,
  parsePriceList,
} from '#app/features/designer/price-list.ts';
import { requestPriceSchema } from '#app/features/designer/price-schema.ts';
import { sampleDesigns } from '#app/features/price-list/price-effects.ts';
import { fillPriceList, toShortPrices } from '#app/features/price-list/short-price-list.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { Database } from '#backend/database/database.ts';
import { getSizeLimits } from '#drawing/design/constrain-design.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { STYLES } from '#drawing/design/shed-design.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;

beforeAll(async () => {
  const script = await readFile(new URL('../seed.sql', import.meta.url), 'utf8');
  database = await openTemplateCopy();
  await database.session(({ exec }) => exec(`begin; ${script} commit;`));
});
afterAll(() => database.close());

const query = <Result>(sql: string, parameters: unknown[] = []) =>
  database.session((session) => session.query<Result>(sql, parameters));

test('the demonstration price list gives the prices of the listings to the dollar', async () => {
  const listings = await query<Row<'shed_listings'>>(
    'select * from public.shed_listings where price is not null',
  );
  expect(listings.length).toBeGreaterThan(12);
  for (const listing of listings) {
    const design = toPricedListing(listing);
    expect(design, listing.title).toBeDefined();
    const [row] = await query<{ price: PricedDesign }>(
      'select public.price_design($1::text::jsonb) as price',
      [JSON.stringify(design)],
    );
    const price = row?.price;
    if (price?.visibility !== 'itemised') throw new Error('The price is not itemised');
    expect(price.subtotal / 100, listing.title).toBe(Number(listing.price));
  }
});

test('a larger shed of the demonstration never costs less', async () => {
  const [list] = await query<{ prices: unknown }>('select prices from public.price_lists');
  const range = ({ min, max }: { min: number; max: number }) =>
    Array.from({ length: max - min + 1 }, (_, index) => min + index);
  for (const style of STYLES) {
    const limits = getSizeLimits(style);
    const designs = range(limits.width).flatMap((width) =>
      range(limits.length).map((length) => ({
        ...createPresetDesign({ style, width, length }),
        openings: [],
        extras: [],
      })),
    );
    const rows = await query<{ total: string }>(
      `select private.calculate_price($1::text::jsonb, design, null) ->> 'total' as total
        from jsonb_array_elements($2::text::jsonb) with ordinality as listed (design, position)
        order by position`,
      [list?.prices, designs].map((value) => JSON.stringify(value)),
    );
    const totals = new Map(
      designs.map((each, index) => [`${each.width}x${each.length}`, Number(rows[index]?.total)]),
    );
    expect(totals.size).toBeGreaterThan(60);
    expect(Math.min(...totals.values())).toBeGreaterThan(100_000);
    const falls = designs.flatMap(({ width, length }) =>
      [`${width + 1}x${length}`, `${width}x${length + 1}`]
        .filter(
          (larger) => (totals.get(larger) ?? Infinity) < (totals.get(`${width}x${length}`) ?? 0),
        )
        .map((larger) => `${style} ${width}x${length} > ${larger}`),
    );
    expect(falls).toEqual([]);
  }
});

test('every sample design has a margin between 5 and 60%', async () => {
  const [list] = await query<{ prices: unknown; costs: unknown }>(
    'select prices, costs from public.price_lists',
  );
  const columns = [parsePriceList(list?.prices), parseCostList(list?.costs)];
  for (const { title, design } of sampleDesigns) {
    const [row] = await query<{ priced: { subtotal: number; cost: number }[] }>(
      'select public.preview_prices($1::text::jsonb, $2::text::jsonb, $3::text::jsonb) as priced',
      [...columns, [design]].map((value) => JSON.stringify(value)),
    );
    const { subtotal = 0, cost = 0 } = row?.priced[0] ?? {};
    const margin = (subtotal - cost) / subtotal;
    expect(margin, title).toBeGreaterThan(0.05);
    expect(margin, title).toBeLessThan(0.6);
  }
});

test('one quote request has a design with its price', async () => {
  const requests = await query<Row<'quote_requests'>>(
    'select * from public.quote_requests where design is not null',
  );
  expect(requests).toHaveLength(1);
  const { full, shown } = requestPriceSchema.parse(requests[0]?.design_price);
  expect(shown).toMatchObject({ visibility: 'itemised', priceListVersion: 1, total: full?.total });
});

test('the short form fills an empty list with the options and rates of the demonstration', async () => {
  const [list] = await query<{ prices: unknown }>('select prices from public.price_lists');
  const { base, items } = parsePriceList(list?.prices);
  const filled = fillPriceList(emptyPriceList, toShortPrices(parsePriceList(list?.prices)));
  expect(filled.items).toEqual(items);
  for (const style of STYLES)
    expect(filled.base[style].perSquareFoot).toBe(base[style].perSquareFoot);
});
