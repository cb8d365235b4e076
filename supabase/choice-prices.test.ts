import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getChoiceKey } from '#app/features/designer/design-form.ts';
import { listPricedChoices, readChoicePrices } from '#app/features/designer/design-prices.ts';
import { DEFAULT_VIEW } from '#app/features/designer/design-view.ts';
import { offerDesign } from '#app/features/designer/offer.ts';
import type { FullPrice } from '#app/features/designer/price.ts';
import type { Client } from '#app/lib/client.ts';
import type { Database } from '#backend/database/database.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { EXTRAS, LIMITS, OPENINGS, type ShedDesign } from '#drawing/design/shed-design.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;

beforeAll(async () => {
  const script = await readFile(new URL('seed.sql', import.meta.url), 'utf8');
  database = await openTemplateCopy();
  await database.session(({ exec }) => exec(`begin; ${script} commit;`));
});
afterAll(() => database.close());

async function call<Result>(expression: string, ...values: unknown[]): Promise<Result> {
  const [row] = await database.session(({ query }) =>
    query<{ result: Result }>(
      `select ${expression} as result`,
      values.map((value) => (typeof value === 'number' ? value : JSON.stringify(value))),
    ),
  );
  return row?.result as Result;
}

const priceChoices = (design: unknown, choices: unknown, km: number | null = null) =>
  call<{ total: number; choices: (number | null)[]; delivery: { upToKm: number }[] } | null>(
    `public.price_choices($1::text::jsonb, $2::text::jsonb, ${km ?? 'null'})`,
    design,
    choices,
  );

/** Calls the database without the table interface. */
const client = {
  rpc: (_: string, { design, choices, delivery_km }: Record<string, unknown>) => ({
    throwOnError: async () => ({
      data: await priceChoices(design, choices, delivery_km as number | undefined),
    }),
  }),
} as unknown as Client;

const readDollars = async (design: ShedDesign, km: number | undefined) =>
  Math.round(
    (await call<FullPrice>(`public.price_design($1::text::jsonb, ${km ?? 'null'})`, design)).total /
      100,
  );

test('the price of every choice is that of the design that it leads to', {
  timeout: 600_000,
}, async () => {
  const choicesOfDesign = 20;
  const deliveries = fc.constantFrom(undefined, 20, 80, 900);
  const withdrawals = fc.constantFrom([], ['extra.ramp', 'door.double-door-60', 'style.Dormer']);
  await fc.assert(
    fc.asyncProperty(
      validDesigns,
      deliveries,
      withdrawals,
      fc.infiniteStream(fc.nat()),
      async (valid, deliveryKm, withdrawn, random) => {
        const { design } = offerDesign(valid, withdrawn);
        const view = { ...DEFAULT_VIEW, deliveryKm };
        const prices = await readChoicePrices(client, design, view, withdrawn);
        const choices = listPricedChoices(design, view, withdrawn);
        const present = await readDollars(design, deliveryKm);
        const keys = [...choices.keys()];
        expect(Object.keys(prices ?? {})).toEqual(expect.arrayContaining(keys));
        for (const pick of random.take(choicesOfDesign)) {
          const key = keys[pick % keys.length] ?? '';
          const chosen = choices.get(key) ?? design;
          const difference = (await readDollars(chosen, deliveryKm)) - present;
          expect([key, prices?.[key]]).toEqual([key, difference]);
        }
        for (const km of [50, 100, 200]) {
          const difference = (await readDollars(design, km)) - present;
          expect(prices?.[getChoiceKey('delivery', `${km}`)]).toBe(difference);
        }
        expect(prices?.[getChoiceKey('delivery', '201')]).toBeNull();
      },
    ),
    { numRuns: countRuns(2000 / choicesOfDesign) },
  );
});

test('a design without a price, and a choice without one, have none', async () => {
  const gable = createPresetDesign({ style: 'Gable' });
  const priced = await priceChoices(gable, [
    {},
    { style: 'Tent' },
    { price: 1 },
    [],
    5,
    { width: 12 },
  ]);
  expect(priced?.choices).toEqual([priced?.total, ...[null, null, null, null], expect.any(Number)]);
  expect(priced?.delivery.map(({ upToKm }) => upToKm)).toEqual([50, 100, 200]);
});

test('an invalid design, or more designs than a call may have, gets no answer', async () => {
  const gable = createPresetDesign({ style: 'Gable' });
  const opening = { type: 'double-door-60', wall: 'front', position: 100.25 };
  const openings = (count: number) => ({ openings: Array(count).fill(opening) });
  expect(await priceChoices({ ...gable, width: 5 }, [])).toBeNull();
  expect(await priceChoices(gable, {})).toBeNull();
  expect(await priceChoices(gable, Array(35).fill({}))).toBeNull();
  expect(await priceChoices(gable, Array(34).fill(openings(40)))).toBeNull();
  const { openings: most } = LIMITS;
  expect((await priceChoices(gable, Array(34).fill(openings(most))))?.choices).toHaveLength(34);
  expect((await priceChoices(gable, Array(34).fill({})))?.choices).toHaveLength(34);
});

test('prices that visitors do not see are not in the choices either', async () => {
  for (const visibility of ['range', 'none']) {
    await database.session(({ exec }) =>
      exec(`update public.designer_settings set price_visibility = '${visibility}'`),
    );
    expect(await priceChoices(newDesign(), [{ width: 12 }])).toBeNull();
  }
  await database.session(({ exec }) =>
    exec(`update public.designer_settings set price_visibility = 'itemised'`),
  );
});

test('the largest design has at most 100 choices', () => {
  const openings = Object.keys(OPENINGS).length * 4;
  const design = createPresetDesign({ style: 'Gable', width: 16, length: 24 });
  const { size } = listPricedChoices({ ...design, openings: [] }, DEFAULT_VIEW, []);
  expect(size).toBeGreaterThan(openings + EXTRAS.length);
  expect(size).toBeLessThanOrEqual(100);
});
