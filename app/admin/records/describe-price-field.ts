import type { CostList, PriceItem, PriceList } from '#app/domain/designs/price-list.ts';
import { unitLabels } from '#app/domain/designs/price-list-form.ts';
import { formatCalendarDay } from '#app/domain/format/calendar-day.ts';
import { formatCents } from '#app/domain/format/prices.ts';

type Base = PriceList['base'][keyof PriceList['base']] | CostList['base'][keyof CostList['base']];

export function describePriceField(path: string, value: unknown): string | undefined {
  if (!/^(prices|costs)\./.test(path) || value === undefined || value === null) return undefined;
  if (path.includes('.base.')) return describeBase(value as NonNullable<Base>);
  if (path.startsWith('costs.')) return formatCents(value as number);
  switch (path) {
    case 'prices.adjustments':
      return (value as PriceList['adjustments'])
        .map(({ label, basisPoints }) => `${label}: ${basisPoints / 100} %`)
        .join('\n');
    case 'prices.delivery':
      return (value as PriceList['delivery'])
        .map(({ upToKm, amount }) => `Up to ${upToKm} km: ${formatCents(amount)}`)
        .join('\n');
    case 'prices.hst': {
      const { basisPoints, charged } = value as PriceList['hst'];
      return `${basisPoints / 100} %, ${charged ? 'charged' : 'not charged'}`;
    }
    case 'prices.validUntil':
      return formatCalendarDay(value as string) ?? undefined;
    default: {
      const { label, unit, amount } = value as PriceList['items'][PriceItem];
      return `${label}: ${amount / 100} ${unitLabels[unit]}`;
    }
  }
}

function describeBase(base: NonNullable<Base>): string {
  const sizes = 'grid' in base ? Object.entries(base.grid) : [];
  return [
    `Start ${formatCents(base.start)}`,
    `${formatCents(base.perSquareFoot)} per sq ft`,
    ...sizes.map(([size, cents]) => `${size}: ${formatCents(cents)}`),
  ].join('\n');
}
