import { PRICE_ITEMS, type PriceList } from '#app/features/designer/price-list.ts';
import { STYLES } from '#drawing/design/shed-design.ts';
import { scaleAmount, scaleRate } from './short-price-list.ts';

/**
 * Changes every amount of a price list, delivery included. Shares of the base, percentages and costs stay.
 *
 * @param percent of the amounts, such as 5 or -2.5
 */
export function raisePrices(prices: PriceList, percent: number): PriceList {
  const factor = 1 + percent / 100;
  const raise = (cents: number) => scaleAmount(cents, factor);
  const base = STYLES.map((style) => {
    const { start, perSquareFoot, grid } = prices.base[style];
    const raisedGrid = Object.entries(grid).map(([size, cents]) => [size, raise(cents)]);
    return [
      style,
      {
        start: raise(start),
        perSquareFoot: scaleRate(perSquareFoot * factor),
        grid: Object.fromEntries(raisedGrid),
      },
    ];
  });
  const items = PRICE_ITEMS.map((item) => {
    const { unit, amount, ...rest } = prices.items[item];
    return [item, { ...rest, unit, amount: unit === 'percent' ? amount : raise(amount) }];
  });
  return {
    ...prices,
    base: Object.fromEntries(base) as PriceList['base'],
    items: Object.fromEntries(items) as PriceList['items'],
    delivery: prices.delivery.map(({ upToKm, amount }) => ({ upToKm, amount: raise(amount) })),
  };
}
