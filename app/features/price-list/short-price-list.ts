import { taxForm } from '#app/features/business/tax-form.ts';
import { addTax } from '#app/features/designer/listing-terms.ts';
import {
  emptyPriceList,
  getUnpricedStyles,
  PRICE_ITEMS,
  type PriceItem,
  type PriceList,
  type PriceUnit,
} from '#app/features/designer/price-list.ts';
import { optionalText } from '#app/lib/form-fields.ts';
import { formatCents } from '#app/lib/prices.ts';
import { z } from '#app/lib/zod.ts';
import { STYLES } from '#drawing/design/shed-design.ts';
import { toHundredths, unitLabels } from './price-list-form.ts';

// The short form sets a handful of amounts. Every other amount follows by one of two rules:
// - In a list with prices, the amounts of the same group change by the same percentage: the bases of all styles,
//   all doors, all windows. Everything else stays.
// - In a list without prices, they are in the proportions of the demonstration's list (supabase/seed.sql), because
//   an amount of 0 is offered to visitors as included.

const door: PriceItem = 'opening.single-door-36';
const window: PriceItem = 'opening.window-24x36';

const usualBase = 5200;
const usualPerSquareFoot: Record<(typeof STYLES)[number], number> = {
  'A-Frame': 5870,
  'Dutch Barn': 5300,
  Dormer: 6250,
  Porch: 6800,
  'Modern Farmhouse': 7350,
  Gable: usualBase,
  Gambrel: 5650,
};

type Amounts = Partial<Record<PriceItem, number>>;

const usualDoors: Amounts = {
  [door]: 32_000,
  'opening.single-door-42': 36_000,
  'opening.double-door-60': 45_000,
  'opening.double-door-72': 52_000,
  'opening.roll-up-door-84': 115_000,
};
const usualWindows: Amounts = {
  'opening.window-18x24': 9500,
  [window]: 14_000,
  'opening.window-36x36': 19_000,
  'opening.transom-48x12': 17_000,
};
/** In the units of an empty price list. Siding, roofing and foundation without an amount are included. */
const usualOthers: Amounts = {
  ...{ wallHeight: 250, porch: 2800, 'roofing.metal': 250 },
  ...{ 'material.Duratemp': 400, 'material.Metal': 600, 'material.Vinyl': 500 },
  ...{ 'extra.ramp': 14_500, 'extra.loft': 1300, 'extra.shelf': 1400, 'extra.workbench': 2600 },
  ...{ 'extra.flowerBoxes': 3500, 'extra.shutters': 4500, 'extra.cupola': 36_000 },
  ...{ 'extra.vents': 4000, 'extra.skylight': 32_000, 'extra.insulation': 1450 },
  ...{ 'extra.wiring': 95_000, 'foundation.gravel': 500 },
  ...{ 'foundation.slab': 1600, 'foundation.posts': 900 },
};

function dollars(message: string, min: number, max: number) {
  const isAmount = (text: string) => {
    const cents = text === '' ? Number.NaN : toHundredths(text);
    return cents >= min * 100 && cents <= max * 100;
  };
  return optionalText(20).check(z.refine(isAmount, message));
}

const isKilometres = (text: string) => text === '' || /^[1-9]\d{0,2}$/.test(text);
const isFee = (text: string) => toHundredths(text) >= 0 && toHundredths(text) <= 10_000_00;
const { hst_charged, hstPercent, hst_number } = taxForm.shape;

export const shortPriceForm = z
  .object({
    base: dollars('Please enter dollars per square foot, such as 52 or 52.50', 1, 1000),
    door: dollars('Please enter dollars, such as 320', 0, 10_000),
    window: dollars('Please enter dollars, such as 140', 0, 10_000),
    deliveryKm: optionalText(4).check(
      z.refine(isKilometres, 'Please enter whole kilometres, such as 50'),
    ),
    delivery: optionalText(20).check(
      z.refine(isFee, 'Please enter dollars, such as 250, or 0 if it is included'),
    ),
    ...{ hst_charged, hstPercent, hst_number },
    visibility: z.enum(['itemised', 'range', 'none']),
  })
  .check(
    z.refine(({ deliveryKm, delivery }) => deliveryKm !== '' || toHundredths(delivery) === 0, {
      path: ['deliveryKm'],
      message: 'Please enter how far this delivery goes',
    }),
    z.refine(({ deliveryKm, delivery }) => deliveryKm === '' || delivery !== '', {
      path: ['delivery'],
      message: 'Please enter dollars, or 0 if it is included',
    }),
  );

export type ShortPriceInput = z.input<typeof shortPriceForm>;
export type ShortPrices = z.output<typeof shortPriceForm>;
type ShortAmounts = Pick<ShortPrices, 'base' | 'door' | 'window' | 'deliveryKm' | 'delivery'>;

const toDollars = (cents: number) => String(cents / 100);

/** The cents per square foot of a gable shed, by its sizes if it has no rate; 0 if it has no price. */
function getRate({ base: { Gable } }: PriceList): number {
  if (Gable.perSquareFoot > 0) return Gable.perSquareFoot;
  const rates = Object.entries(Gable.grid).map(([size, cents]) => {
    const [width = 0, length = 0] = size.split('x').map(Number);
    return width * length > 0 ? Math.round(cents / (width * length)) : 0;
  });
  return Math.max(0, ...rates);
}

/** The fields of the short form that a price list sets. Amounts that nobody has entered are empty. */
export function toShortPrices(prices: PriceList | undefined): ShortAmounts {
  const rate = prices ? getRate(prices) : 0;
  const [first] = prices?.delivery ?? [];
  const show = (item: PriceItem) => {
    const amount = prices?.items[item].amount ?? 0;
    return rate === 0 && amount === 0 ? '' : toDollars(amount);
  };
  return {
    base: rate ? toDollars(rate) : '',
    ...{ door: show(door), window: show(window) },
    deliveryKm: first ? String(first.upToKm) : '',
    delivery: first ? toDollars(first.amount) : '',
  };
}

const maxCents = 100_000_000;

/** Steps of $5 for amounts from $20, and of 10 cents below. */
export function scaleAmount(cents: number, factor: number): number {
  if (factor === 1) return cents;
  const exact = cents * factor;
  const step = exact >= 2000 ? 500 : 10;
  const rounded = Math.round(exact / step) * step;
  return Math.min(maxCents, exact > 0 ? Math.max(10, rounded) : 0);
}

/**
 * Fills a price list from the short form.
 * @param start the draft, or the published list, or an empty one; labels, percentages and the end date are kept
 */
export function fillPriceList(start: PriceList, short: ShortAmounts): PriceList {
  const base = toHundredths(short.base);
  const rate = getRate(start);
  const isNew = rate === 0;
  const items = { ...start.items };

  const fillUsual = (amounts: Amounts, factor: number) => {
    for (const item of PRICE_ITEMS) {
      const amount = amounts[item];
      if (!amount || items[item].amount > 0) continue;
      const { unit } = emptyPriceList.items[item];
      items[item] = {
        ...items[item],
        unit,
        amount: unit === 'percent' ? amount : scaleAmount(amount, factor),
      };
    }
  };
  const setGroup = (amounts: Amounts, reference: PriceItem, typed: string) => {
    const cents = toHundredths(typed);
    const before = start.items[reference].amount;
    if (before > 0) {
      for (const item of Object.keys(amounts) as PriceItem[])
        items[item] = { ...items[item], amount: scaleAmount(items[item].amount, cents / before) };
    } else if (cents > 0) fillUsual(amounts, cents / (amounts[reference] ?? cents));
    items[reference] = { ...items[reference], amount: cents };
  };
  setGroup(usualDoors, door, short.door);
  setGroup(usualWindows, window, short.window);
  if (isNew) fillUsual(usualOthers, base / usualBase);

  const km = Number(short.deliveryKm);
  return {
    ...start,
    base: fillBase(start, base, rate),
    items,
    delivery: [
      ...(km ? [{ upToKm: km, amount: toHundredths(short.delivery) }] : []),
      ...start.delivery.slice(1).filter(({ upToKm }) => km > 0 && upToKm > km),
    ],
  };
}

function fillBase(start: PriceList, base: number, rate: number): PriceList['base'] {
  const unpriced = getUnpricedStyles(start);
  const fill = (style: (typeof STYLES)[number]) => {
    const { start: begin, perSquareFoot, grid } = start.base[style];
    if (unpriced.includes(style)) {
      // A style that only a list with prices leaves out is one that the shop does not build.
      const usual = scaleRate(usualPerSquareFoot[style] * (base / usualBase));
      return rate > 0 ? start.base[style] : { start: 0, perSquareFoot: usual, grid };
    }
    if (rate === 0) return start.base[style];
    const factor = base / rate;
    return {
      start: scaleAmount(begin, factor),
      perSquareFoot: factor === 1 ? perSquareFoot : scaleRate(perSquareFoot * factor),
      grid: Object.fromEntries(
        Object.entries(grid).map(([size, cents]) => [size, scaleAmount(cents, factor)]),
      ),
    };
  };
  const filled = Object.fromEntries(STYLES.map((style) => [style, fill(style)]));
  const { Gable } = filled as PriceList['base'];
  // Exactly as typed.
  if (Gable.perSquareFoot > 0) filled.Gable = { ...Gable, perSquareFoot: base };
  return filled as PriceList['base'];
}

/** Rates change in steps of 10 cents. */
export const scaleRate = (cents: number) => Math.min(maxCents, Math.round(cents / 10) * 10);

/** The amounts that the form fills by itself, as label and amount. */
export function listFilled(start: PriceList, filled: PriceList): { label: string; text: string }[] {
  const isChanged = (item: PriceItem) =>
    item !== door && item !== window && filled.items[item].amount !== start.items[item].amount;
  return [
    ...STYLES.filter(
      (style) =>
        style !== 'Gable' && filled.base[style].perSquareFoot !== start.base[style].perSquareFoot,
    ).map((style) => ({
      label: style,
      text: `${formatCents(filled.base[style].perSquareFoot)} per sq ft`,
    })),
    ...PRICE_ITEMS.filter(isChanged).map((item) => {
      const { label, unit, amount } = filled.items[item];
      return { label, text: describeAmount(unit, amount) };
    }),
  ];
}

function describeAmount(unit: PriceUnit, amount: number): string {
  const label = unitLabels[unit];
  if (unit === 'percent') return `${amount / 100}${label}`;
  return `${formatCents(amount)} ${label.replace('$/', 'per ').replace('$ ', '')}`;
}

/** The note of the version that the short form publishes. */
export function describeShortPrices({ base, door, window }: ShortAmounts): string {
  const [rate, single, pane] = [base, door, window].map((text) => formatCents(toHundredths(text)));
  return `Short form: ${rate} per sq ft, door ${single}, window ${pane}`;
}

/** Adds HST as the form has it, rounded once. @returns null if the business charges none, or the rate is not valid */
export function addHst(
  subtotal: number,
  { hst_charged: isCharged, hstPercent: percent }: Pick<ShortPrices, 'hst_charged' | 'hstPercent'>,
): number | null {
  const rate = toHundredths(percent);
  if (!isCharged || !Number.isFinite(rate)) return null;
  return addTax(subtotal, rate);
}
