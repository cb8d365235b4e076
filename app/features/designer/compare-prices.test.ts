import { expect, test } from 'vitest';
import { comparePrices } from './compare-prices.ts';

const line = (item: string, cents: number | null, quantity = 1, label = item) => ({
  ...{ item, label, quantity, cents },
});
const preset = {
  lines: [line('base', 7000), line('extra.ramp', 150), line('extra.vents', 0), line('hst', 900)],
  total: 8050,
};

test('a line has what it costs more, and lines that were removed stand after those of the shed', () => {
  const price = {
    lines: [line('base', 7200), line('opening.window-24x36', 420, 2), line('hst', 950)],
    total: 8570,
  };
  const { basis, lines, change } = comparePrices(price, preset, 'standard 10x12 Gable');
  expect([basis, change]).toEqual(['standard 10x12 Gable', 520]);
  expect(lines.map(({ item, change: cents, isRemoved }) => [item, cents, isRemoved])).toEqual([
    ['base', 200, false],
    ['opening.window-24x36', 420, false],
    ['extra.ramp', -150, true],
    ['hst', 50, false],
  ]);
});

test('adjustments are compared by their labels, and what is on request has no amount', () => {
  const winter = line('adjustment', -100, 1, 'Winter');
  const price = { lines: [line('base', 7000), winter, line('delivery', null)], total: 6900 };
  const former = {
    lines: [line('base', 7000), line('adjustment', -50, 1, 'Spring'), line('delivery', 250)],
    total: 7200,
  };
  const { lines } = comparePrices(price, former, 'preset');
  expect(lines.map(({ label, change }) => [label, change])).toEqual([
    ['base', 0],
    ['Spring', 50],
    ['Winter', -100],
    ['delivery', -250],
  ]);
});

test('labels have quantities, and lengths in the chosen units first', () => {
  const lines = [
    line('opening.window-24x36', 420, 2, 'Window, 24 x 36 in'),
    line('wallHeight', 90),
  ];
  const { lines: shown } = comparePrices({ lines, total: 510 }, preset, 'preset', 'metric');
  expect(shown.map(({ label }) => label)).toEqual([
    '2 x Window, 61 x 91 cm (24\u00a0x\u00a036\u00a0in)',
    'wallHeight, 15 cm (6\u00a0in)',
    'base',
    'extra.ramp',
    'hst',
  ]);
});

test('without another price no line has changed', () => {
  const { basis, lines, change } = comparePrices(preset, null, '');
  expect([basis, change, lines.length]).toEqual(['', 0, 4]);
  expect(lines.every((each) => each.change === 0 && !each.isRemoved)).toBe(true);
});
