import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { UnsavedInputProvider } from '#app/admin/records/unsaved-input.tsx';
import {
  getChangedColumns,
  getDifferences,
  getValue,
} from '#app/admin/records/version-conflict.ts';
import { AdminContext } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import { newPriceList, newPriceListRow } from '#tests/fixtures/designs.ts';
import { explainPublish, PriceForm, priceListFields } from './price-form.tsx';

const row = {};

test.each([
  ['changed prices', undefined, row, true, 'Not saved yet. Save the draft to publish it.'],
  ['a changed draft', row, row, true, 'Not saved yet. Save the draft to publish it.'],
  ['a stored draft', row, row, false, 'Draft, not published'],
  ['a first stored draft', row, null, false, 'Draft, not published'],
  ['published prices', undefined, row, false, 'Change a price to publish a new version.'],
  ['no prices', undefined, null, false, 'Enter prices to publish them.'],
])('Publish beside %s says what comes first', (_case, stored, published, isDirty, note) => {
  expect(explainPublish(stored, published, isDirty)).toBe(note);
});

test('without prices, Publish is disabled with the reason beside it, and no field is marked wrong', () => {
  const done = async () => {};
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <AdminContext value={{} as Client}>
        <ToastProvider>
          <UnsavedInputProvider>
            <PriceForm
              {...{ draft: null, published: null, visibility: 'none' }}
              {...{ onReplaced: done, onPublished: done, onApply: () => {} }}
            />
          </UnsavedInputProvider>
        </ToastProvider>
      </AdminContext>
    </QueryClientProvider>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  const publish = /<button(?=[^>]* disabled)[^>]* aria-describedby="([^"]+)"[^>]*>Publish</.exec(
    html,
  );
  expect(html).toMatch(
    new RegExp(`<p id="${publish?.[1]}" role="status"[^>]*>Enter prices to publish them\\.<`),
  );
  expect(html).not.toContain('aria-invalid="true"');
});

describe('priceListFields', () => {
  const { prices } = newPriceListRow();
  const start = { prices, costs: { base: {}, items: { 'extra.ramp': 100 } } };
  const withBase = (style: 'Gable' | 'Gambrel', begin: number) => ({
    ...start,
    prices: {
      ...prices,
      base: { ...prices.base, [style]: { ...prices.base[style], start: begin } },
    },
  });

  test('lists each style and option as a field; Keep mine changes those fields only', () => {
    const mine = {
      ...withBase('Gable', 5),
      costs: { base: {}, items: {} },
    };
    const theirs = { ...withBase('Gambrel', 7), id: '1' };
    expect(
      getDifferences(priceListFields, mine, theirs, start).map(({ label, isMine }) => [
        label,
        isMine,
      ]),
    ).toEqual([
      ['Base: Gable', true],
      ['Base: Gambrel', false],
      ['Cost: Ramp', true],
    ]);
    const { prices: saved, costs } = getChangedColumns(priceListFields, mine, theirs, start);
    expect(saved?.base).toMatchObject({ Gable: { start: 5 }, Gambrel: { start: 7 } });
    expect(saved?.items).toEqual(prices.items);
    expect(costs).toEqual({ base: {}, items: {} });
  });

  test('formats dollars, per cent and units', () => {
    const before = newPriceList({ delivery: [], validUntil: null });
    const after = newPriceList({
      adjustments: [{ label: 'Season', basisPoints: -550 }],
      validUntil: '2026-12-31',
    });
    const items = { ...before.items, 'extra.ramp': { ...before.items['extra.ramp'], amount: 1 } };
    const other = {
      prices: {
        ...before,
        base: { ...before.base, Gable: { ...before.base.Gable, start: 1 } },
        items,
      },
      costs: { base: {}, items: {} },
    };
    const columns = { prices: after, costs: { base: {}, items: { 'extra.ramp': 4050 } } };
    const shown = getDifferences(priceListFields, columns, other, other).map(
      ({ label, path, show }) => [
        label,
        typeof show === 'function' && show(getValue(columns, path) as never, columns as never),
      ],
    );
    expect(shown).toEqual([
      ['Percentages', 'Season: -5.5%'],
      ['Delivery', 'Up to 50 km: $0.00\nUp to 100 km: $250.00'],
      ['Valid until', 'December 31, 2026'],
      ['Base: Gable', 'Start $1,000.00\n$50.00 per sq ft\n10x12: $8,000.00'],
      ['Ramp', 'Ramp: 100 $ each'],
      ['Cost: Ramp', '$40.50'],
    ]);
  });
});
