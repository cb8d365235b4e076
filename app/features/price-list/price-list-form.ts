import {
  type CostList,
  PRICE_ITEMS,
  PRICE_UNITS,
  type PriceList,
  type PriceUnit,
} from '#app/features/designer/price-list.ts';
import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { shedSizes } from '#app/lib/options.ts';
import { parseDecimal } from '#app/lib/parse-decimal.ts';
import { z } from '#app/lib/zod.ts';
import { STYLES } from '#drawing/design/shed-design.ts';

/** The sizes that have a price of their own in the form, besides those that a list already has. */
export const gridSizes = shedSizes.filter((size) => size !== 'Other');

export const unitLabels: Record<PriceUnit, string> = {
  each: '$ each',
  floor: '$/sq ft of floor',
  walls: '$/sq ft of wall',
  length: '$/ft of length',
  porch: '$/sq ft of porch',
  percent: '% of the base',
};

const withoutSymbols = (text: string) => text.replace(/[$%\s]/g, '');

/** Cents or basis points of an amount as typed, 0 if it is empty; NaN for anything else. */
export function toHundredths(text: string): number {
  const plain = withoutSymbols(text);
  return plain === '' ? 0 : (parseDecimal(plain, 2) ?? Number.NaN);
}

const fromHundredths = (hundredths: number) => String(hundredths / 100);
const fromOptional = (hundredths: number | undefined) =>
  hundredths ? fromHundredths(hundredths) : '';

function amount(message: string, min = 0, max = 1_000_000) {
  const isAmount = (text: string) => {
    const hundredths = toHundredths(text);
    return hundredths >= min * 100 && hundredths <= max * 100;
  };
  return optionalText(20).check(z.refine(isAmount, message));
}

const isKilometres = (text: string) =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 5000;

const dollars = amount('Please enter dollars, such as 350 or 350.50');
const labelMissing = 'Please enter a name for customers to see';
const label = requiredText(1, labelMissing, 80);
const maxKilometreDigits = 4;

// A row that was added and left empty is not an error. It is not saved.
const adjustment = z
  .object({
    label: optionalText(80),
    percent: amount('Please enter a percentage, such as 5 or -10', -90, 100),
  })
  .check(
    z.refine(({ label, percent }) => label !== '' || percent === '', {
      path: ['label'],
      message: labelMissing,
    }),
  );
const distance = z
  .object({
    upToKm: optionalText(maxKilometreDigits).check(
      z.refine((text) => text === '' || isKilometres(text), 'Please enter whole kilometres'),
    ),
    amount: dollars,
  })
  .check(
    z.refine(({ upToKm, amount }) => upToKm !== '' || amount === '', {
      path: ['upToKm'],
      message: 'Please enter kilometres',
    }),
  );

export const priceListForm = z.object({
  base: z.array(
    z.object({
      style: z.enum(STYLES),
      start: dollars,
      perSquareFoot: dollars,
      costStart: dollars,
      costPerSquareFoot: dollars,
      grid: z.record(z.string(), dollars),
    }),
  ),
  items: z.array(
    z.object({
      item: z.enum(PRICE_ITEMS),
      label,
      unit: z.enum(PRICE_UNITS),
      amount: dollars,
      cost: dollars,
    }),
  ),
  adjustments: z.array(adjustment).max(10),
  delivery: z.array(distance).max(10),
  validUntil: z.union([z.literal(''), z.iso.date('Please enter a date')]),
});

export type PriceListInput = z.input<typeof priceListForm>;
export type PriceListForm = z.output<typeof priceListForm>;

/** The form of a price list and its costs; amounts are dollars or percent as text. */
export function toPriceListForm({
  prices,
  costs,
}: {
  prices: PriceList;
  costs: CostList;
}): PriceListForm {
  return {
    base: STYLES.map((style) => {
      const { start, perSquareFoot, grid } = prices.base[style];
      const cost = costs.base[style];
      const sizes = new Set([...gridSizes, ...Object.keys(grid)]);
      return {
        style,
        start: fromHundredths(start),
        perSquareFoot: fromHundredths(perSquareFoot),
        costStart: fromOptional(cost?.start),
        costPerSquareFoot: fromOptional(cost?.perSquareFoot),
        grid: Object.fromEntries([...sizes].map((size) => [size, fromOptional(grid[size])])),
      };
    }),
    items: PRICE_ITEMS.map((item) => {
      const { label, unit, amount } = prices.items[item];
      return {
        item,
        label,
        unit,
        amount: fromHundredths(amount),
        cost: fromOptional(costs.items[item]),
      };
    }),
    adjustments: prices.adjustments.map(({ label, basisPoints }) => ({
      label,
      percent: fromHundredths(basisPoints),
    })),
    delivery: prices.delivery.map(({ upToKm, amount }) => ({
      upToKm: String(upToKm),
      amount: fromHundredths(amount),
    })),
    validUntil: prices.validUntil ?? '',
  };
}

/** The columns of a checked form. An empty amount is 0, an empty size has no price of its own. */
export function toPriceListColumns(form: PriceListForm): { prices: PriceList; costs: CostList } {
  const base = form.base.map(({ style, start, perSquareFoot, grid }) => [
    style,
    {
      start: toHundredths(start),
      perSquareFoot: toHundredths(perSquareFoot),
      grid: Object.fromEntries(
        Object.entries(grid)
          .filter(([, text]) => withoutSymbols(text) !== '')
          .sort(([one], [other]) => one.localeCompare(other))
          .map(([size, text]) => [size, toHundredths(text)]),
      ),
    },
  ]);
  const items = form.items.map(({ item, label, unit, amount }) => [
    item,
    { label, unit, amount: toHundredths(amount) },
  ]);
  const baseCosts = form.base
    .map(
      ({ style, costStart, costPerSquareFoot }) =>
        [
          style,
          { start: toHundredths(costStart), perSquareFoot: toHundredths(costPerSquareFoot) },
        ] as const,
    )
    .filter(([, { start, perSquareFoot }]) => start > 0 || perSquareFoot > 0);
  const itemCosts = form.items
    .map(({ item, cost }) => [item, toHundredths(cost)] as const)
    .filter(([, cost]) => cost > 0);
  return {
    prices: {
      base: Object.fromEntries(base) as PriceList['base'],
      items: Object.fromEntries(items) as PriceList['items'],
      adjustments: form.adjustments
        .filter(({ label }) => label !== '')
        .map(({ label, percent }) => ({ label, basisPoints: toHundredths(percent) })),
      delivery: form.delivery
        .filter(({ upToKm }) => upToKm !== '')
        .map(({ upToKm, amount }) => ({ upToKm: Number(upToKm), amount: toHundredths(amount) }))
        .sort((one, other) => one.upToKm - other.upToKm),
      validUntil: form.validUntil || null,
    },
    costs: {
      base: Object.fromEntries(baseCosts),
      items: Object.fromEntries(itemCosts) as CostList['items'],
    },
  };
}
