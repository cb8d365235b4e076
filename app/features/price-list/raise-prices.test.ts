import { expect, test } from 'vitest';
import { newPriceList } from '#tests/fixtures/designs.ts';
import { raisePrices } from './raise-prices.ts';

test('raisePrices changes amounts and delivery, and leaves shares and percentages alone', () => {
  const start = newPriceList({
    adjustments: [{ label: 'Winter discount', basisPoints: -1050 }],
    delivery: [{ upToKm: 50, amount: 20_000 }],
  });
  const raised = raisePrices(start, 5);
  expect(start.base.Gable).toMatchObject({ start: 100_000, perSquareFoot: 5000 });
  expect(raised.base.Gable).toMatchObject({ start: 105_000, perSquareFoot: 5250 });
  expect(raised.base.Gable.grid['10x12']).toBe(840_000);
  expect(raised.delivery).toEqual([{ upToKm: 50, amount: 21_000 }]);
  expect(raised.items['material.Duratemp']).toEqual(start.items['material.Duratemp']);
  expect(raised.adjustments).toEqual(start.adjustments);
  const items = Object.values(start.items).filter(
    ({ unit, amount }) => unit !== 'percent' && amount > 2000,
  );
  expect(items.length).toBeGreaterThan(0);
  for (const [item, { unit, amount }] of Object.entries(start.items)) {
    const now = raised.items[item as keyof typeof raised.items].amount;
    if (unit !== 'percent' && amount > 0) expect(now, item).toBeGreaterThan(amount);
  }
  expect(raisePrices(start, 0)).toEqual(start);
});
