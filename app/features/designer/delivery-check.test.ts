import { expect, test } from 'vitest';
import { describeDelivery } from './delivery-check.ts';
import type { PlaceMatch } from './delivery-places.ts';

const near: PlaceMatch = { type: 'place', name: 'Tamsin', km: 22 };
const taxed = { hstBasisPoints: 1300 };

test.each<[string, PlaceMatch, Parameters<typeof describeDelivery>[2]]>([
  ['Delivery to Tamsin (22 km) is free.', near, { cents: 0, ...taxed }],
  ['Delivery to Tamsin (22 km) costs $250 + HST.', near, { cents: 25_000, ...taxed }],
  ['Delivery to Tamsin (22 km) costs $250.50.', near, { cents: 25_050, hstBasisPoints: 0 }],
  [
    'Delivery to Tamsin (22 km) costs $250 before tax.',
    near,
    { cents: 25_000, hstBasisPoints: null },
  ],
  [
    'We deliver to Tamsin (22 km). Your quote will say what delivery costs.',
    near,
    { cents: null, ...taxed },
  ],
  ["We don't deliver to Farville.", { type: 'place', name: 'Farville', km: null }, undefined],
  [
    'Several towns share the postal code N0M: Tamsin, St. Marys. Please enter your town.',
    { type: 'several', prefix: 'N0M', towns: ['Tamsin', 'St. Marys'] },
    undefined,
  ],
  [
    "“tamsin?” isn't on our list. Ask us, and we'll tell you about delivery.",
    { type: 'unknown' },
    undefined,
  ],
])('visitors read %s', (answer, match, price) => {
  expect(describeDelivery('tamsin?', match, price)).toBe(answer);
});
