import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import { anyDesign } from '#tests/fixtures/random-designs.ts';
import { describeRequestPrice, describeSeenPrice, toDesignQuery } from './design.ts';

test('parseDesignParams reads the query of toDesignQuery as the same design', () => {
  fc.assert(
    fc.property(anyDesign, (any) => {
      const { design } = constrainDesign(any);
      const query = new URLSearchParams(toDesignQuery(design));
      const { design: read, changes } = parseDesignParams(query);
      const sorted = (openings: typeof design.openings) =>
        openings.map((opening) => JSON.stringify(opening)).sort();
      expect(changes).toEqual([]);
      expect({ ...read, openings: sorted(read.openings) }).toEqual({
        ...design,
        openings: sorted(design.openings),
      });
    }),
  );
});

test.each([null, undefined, 'style=gable', {}, { style: 'Gable' }])(
  'toDesignQuery returns undefined for %o',
  (stored) => {
    expect(toDesignQuery(stored)).toBeUndefined();
  },
);

test('describeSeenPrice is for the customer, who saw that price', () => {
  const facts = { priceListVersion: 3, includesHst: true, deliveryWithinKm: 100 };
  const shown = { ...facts, visibility: 'itemised', subtotal: 612_000, total: 691_560 };
  expect(describeSeenPrice({ wasSeen: true, shown })).toBe(
    '$6,120 + HST, $6,916 in total, with delivery within 100 km (approximate: only our written quote is binding)',
  );
  const hidden = { visibility: 'none', priceListVersion: 3 };
  for (const price of [{ wasSeen: false, shown }, { wasSeen: true, shown: hidden }, null]) {
    expect(describeSeenPrice(price)).toBeUndefined();
  }
});

test('describeRequestPrice names the price that the customer saw', () => {
  const describe = (shown: object, wasSeen = true) =>
    describeRequestPrice({
      wasSeen,
      shown: { priceListVersion: 3, includesHst: true, deliveryWithinKm: null, ...shown },
    });
  expect(describe({ visibility: 'itemised', total: 842_980 })).toBe(
    '$8,430, including HST, without delivery, as the customer saw it (price list version 3)',
  );
  expect(describe({ visibility: 'itemised', subtotal: 746_000, total: 842_980 })).toBe(
    '$7,460 + HST, $8,430 in total, without delivery, as the customer saw it (price list version 3)',
  );
  const totals = { low: 994_400, high: 1_220_400 };
  expect(describe({ visibility: 'range', low: 880_000, high: 1_080_000, totals })).toBe(
    '$8,800 to $10,800 + HST, $9,944 to $12,204 in total, without delivery, as the customer saw it (price list version 3)',
  );
  expect(describe({ visibility: 'range', low: 880_000, high: 1_080_000 })).toBe(
    '$8,800 to $10,800, including HST, without delivery, as the customer saw it (price list version 3)',
  );
  expect(describe({ visibility: 'itemised', total: 842_980 }, false)).toBe(
    '$8,430, including HST, without delivery, when it was sent; the customer may have seen another price (price list version 3)',
  );
  expect(
    describe({
      visibility: 'itemised',
      total: 842_980,
      includesHst: false,
      deliveryWithinKm: 50,
    }),
  ).toContain('$8,430, with delivery within 50 km, as');
  const none = { visibility: 'none', priceListVersion: 3 };
  expect(describeRequestPrice({ wasSeen: true, shown: none })).toBe(
    'Not shown to customers (price list version 3)',
  );
  expect(describeRequestPrice({ wasSeen: false, shown: none })).toBe(
    'Not shown to customers when it was sent; the customer may have seen another price (price list version 3)',
  );
  expect(describeRequestPrice(null)).toBeUndefined();
});
