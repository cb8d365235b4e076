import { describe, expect, test } from 'vitest';
import type { PreviewRow } from './price-effects.ts';
import { describeOthers, explainEmpty, findListedStep, toProposals } from './price-proposals.ts';

/** A listing at one price in dollars, with the one of the price list. */
const newRow = (id: string, listed: number | null, calculated: number | null, rest = {}) =>
  ({
    ...{ id, title: `Shed ${id}`, published: null, isDesigned: true },
    listed: listed === null ? null : listed * 100,
    draft: calculated === null ? null : { subtotal: calculated * 100 },
    ...rest,
  }) as PreviewRow;

const rows = [
  newRow('a', 7450, 7823.4),
  newRow('b', 3890, 3890.4),
  newRow('c', null, 5000),
  newRow('d', 6100, null),
  newRow('e', 2400, null, { isDesigned: false }),
];
const newProposal = (from: number, to: number) => ({ id: 'a', title: 'Shed a', from, to });

describe('toProposals', () => {
  test('leaves out listings without a price, without a calculated one, and with the same one', () => {
    expect(toProposals(rows, 1)).toEqual([newProposal(7450, 7823)]);
  });

  test.each([
    [10, 7820],
    [50, 7800],
    [100, 7800],
  ] as const)('rounds to the nearest $%s', (step, to) => {
    expect(toProposals(rows.slice(0, 1), step)).toEqual([newProposal(7450, to)]);
  });

  test('a step that rounds to the listed price keeps the listing in the list', () => {
    expect(toProposals([newRow('a', 7450, 7460)], 50)).toEqual([newProposal(7450, 7450)]);
  });

  test('rounds a listing that has the price to the dollar already', () => {
    expect(toProposals([newRow('a', 7453, 7453)], 10)).toEqual([newProposal(7453, 7450)]);
  });
});

test('the step is that of listings with a calculated price', () => {
  expect(findListedStep(rows)).toBe(10);
  expect(findListedStep([...rows, newRow('f', 13_905, 14_600), newRow('g', 6101, null)])).toBe(5);
});

test('describeOthers counts each listing without a proposal once', () => {
  expect(describeOthers(toProposals(rows, 1), rows)).toBe(
    " 1 listing has that price already. 1 listing has no price. 1 listing has a style without a base price. 1 listing has a style or size that the designer doesn't offer.",
  );
  const several = rows.slice(1).flatMap((row) => [row, row]);
  expect(describeOthers(toProposals(several, 1), several)).toBe(
    " 2 listings have that price already. 2 listings have no price. 2 listings have a style without a base price. 2 listings have a style or size that the designer doesn't offer.",
  );
  const changed = rows.slice(0, 1);
  expect(describeOthers(toProposals(changed, 1), changed)).toBe('');
});

test('after publishing, the dialog is offered only if a price would change', () => {
  const offered = { isOffered: true, isError: false };
  expect(explainEmpty([newProposal(1, 2)], offered)).toBeUndefined();
  expect(explainEmpty([], offered)).toBeNull();
  expect(explainEmpty(undefined, offered)).toBeNull();
  expect(explainEmpty(undefined, { ...offered, isError: true })).toBeNull();
});

test('Apply to Listings says why it has no prices', () => {
  const asked = { isOffered: false, isError: false };
  expect(explainEmpty([newProposal(1, 2)], asked)).toBeUndefined();
  expect(explainEmpty(undefined, asked)).toBe('Calculating...');
  expect(explainEmpty(undefined, { ...asked, isError: true })).toBe(
    "Couldn't calculate the prices.",
  );
  expect(explainEmpty([], asked)).toBe('No price would change.');
});
