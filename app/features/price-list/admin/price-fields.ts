import type { Field, Fields } from '#app/admin/records/version-conflict.ts';
import {
  type CostList,
  emptyPriceList,
  PRICE_ITEMS,
  type PriceItem,
  type PriceList,
} from '#app/features/designer/price-list.ts';
import type { PriceListColumns } from '#app/features/designer/price-lists.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { shedStyles } from '#app/lib/options.ts';
import { formatCents } from '#app/lib/prices.ts';
import { unitLabels } from '../price-list-form.ts';

type Base = PriceList['base'][keyof PriceList['base']] | CostList['base'][keyof CostList['base']];

const priceParts: Record<Exclude<keyof PriceList, 'base' | 'items'>, Field> = {
  adjustments: {
    label: 'Percentages',
    show: (adjustments: PriceList['adjustments']) =>
      adjustments.map(({ label, basisPoints }) => `${label}: ${basisPoints / 100} %`).join('\n'),
  },
  delivery: {
    label: 'Delivery',
    show: (delivery: PriceList['delivery']) =>
      delivery.map(({ upToKm, amount }) => `Up to ${upToKm} km: ${formatCents(amount)}`).join('\n'),
  },
  validUntil: { label: 'Valid until', show: formatCalendarDay },
};

export const priceListFields: Fields<PriceListColumns> = {
  prices: {
    keys: {
      ...priceParts,
      base: mapToFields(shedStyles, (style) => ({ label: `Base: ${style}`, show: showBase })),
      items: mapToFields(PRICE_ITEMS, (item) => ({
        label: emptyPriceList.items[item].label,
        show: ({ label, unit, amount }: PriceList['items'][PriceItem]) =>
          `${label}: ${amount / 100} ${unitLabels[unit]}`,
      })),
    },
  },
  costs: {
    keys: {
      base: mapToFields(shedStyles, (style) => ({
        label: `Cost of the base: ${style}`,
        show: showBase,
      })),
      items: mapToFields(PRICE_ITEMS, (item) => ({
        label: `Cost: ${emptyPriceList.items[item].label}`,
        show: (cents: number | undefined) => cents !== undefined && formatCents(cents),
      })),
    },
  },
};

function mapToFields<Key extends string>(
  keys: readonly Key[],
  toField: (key: Key) => Field,
): Field {
  return { keys: Object.fromEntries(keys.map((key) => [key, toField(key)])) };
}

function showBase(base: Base): string {
  if (!base) return '';
  const sizes = 'grid' in base ? Object.entries(base.grid) : [];
  return [
    `Start ${formatCents(base.start)}`,
    `${formatCents(base.perSquareFoot)} per sq ft`,
    ...sizes.map(([size, cents]) => `${size}: ${formatCents(cents)}`),
  ].join('\n');
}
