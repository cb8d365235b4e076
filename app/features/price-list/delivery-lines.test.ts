import { expect, test } from 'vitest';
import { formatDeliveryLines, parseDeliveryLines } from './delivery-lines.ts';

const lines = 'Bayfield, N0M, 22\nTamsin, 30\nL4R, 12\nFarville, M5V, not served';
const places = [
  { town: 'Bayfield', prefix: 'N0M', km: 22 },
  { town: 'Tamsin', prefix: '', km: 30 },
  { town: '', prefix: 'L4R', km: 12 },
  { town: 'Farville', prefix: 'M5V', km: null },
];

test('lines convert to places and back', () => {
  expect(parseDeliveryLines(lines)).toEqual({ places });
  expect(formatDeliveryLines(places)).toBe(lines);
  expect(parseDeliveryLines('')).toEqual({ places: [] });
});

test.each([
  [
    'rows of a spreadsheet',
    'Bayfield\tN0M\t22\r\nTamsin\t\t30\n\nL4R\t\t12\nFarville\tM5V\tNot served',
  ],
  [
    'semicolons, whole postal codes and units',
    'Bayfield;n0m 1g0;22 km\nTamsin;30km\nl4r4p4;12\nFarville;M5V;not served',
  ],
  ['other orders', 'N0M, Bayfield, 22\n,Tamsin,30\nL4R,,12\n Farville ,M5V , NOT SERVED '],
])('%s are read', (_, text) => {
  expect(parseDeliveryLines(text)).toEqual({ places });
});

const incomplete =
  'please enter a town, a postal code prefix or both before the distance, such as Bayfield, N0M, 22';
const noDistance =
  'please end with kilometres from 1 to 5000 or “not served”, such as Bayfield, N0M, 22';

test.each<[string, number, string]>([
  ['Bayfield', 1, noDistance],
  ['Bayfield, N0M', 1, noDistance],
  ['Bayfield, N0M, 0', 1, noDistance],
  ['Bayfield, N0M, 5001', 1, noDistance],
  ['Bayfield, N0M, 2.5', 1, noDistance],
  ['\n22', 2, incomplete],
  ['5, 22', 1, incomplete],
  ['N0M, N0L, 22', 1, incomplete],
  ['Bayfield, Ontario, N0M, 22', 1, incomplete],
  ...['D0M', 'W0M', 'Z0M', 'N0O', 'N0U'].map((prefix): [string, number, string] => [
    `Bayfield, ${prefix.toLowerCase()}, 22`,
    1,
    `${prefix} isn't the start of a Canadian postal code`,
  ]),
  [`${'x'.repeat(81)}, 22`, 1, 'please use at most 80 characters for a town'],
  ['Bayfield, 22\n\nbayfield, N0M, 23', 3, 'bayfield is on line 1 already'],
  ['N0M, 22\nBayfield, N0M, 22\nN0M, 23', 3, 'N0M is on line 1 already'],
])('%j has an error on line %i', (text, line, message) => {
  expect(parseDeliveryLines(text).error).toBe(`Line ${line}: ${message}`);
});

test.each([
  [500, undefined],
  [501, 'Please enter at most 500 places'],
])('of %i places the error is %s', (count, error) => {
  const text = Array.from({ length: count }, (_, index) => `Town ${index}, 5`).join('\n');
  expect(parseDeliveryLines(text).error).toBe(error);
});
