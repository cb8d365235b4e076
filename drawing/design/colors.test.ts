import { expect, test } from 'vitest';
import { rgb } from '#drawing/geometry/color.ts';
import { getCardColor, getDesignColors } from './colors.ts';
import { createPresetDesign } from './preset-design.ts';
import type { CardColor } from './shed-design.ts';

const entry = (
  kind: CardColor['kind'],
  color: CardColor['color'],
  value = '#123456',
): CardColor => ({ kind, color, name: 'Midnight', value });
const gable = createPresetDesign({ style: 'Gable' });

test('getDesignColors takes walls, trim and roof from the card, by what they are made of', () => {
  const card = [
    entry('wallColor', 'Natural', '#aa0000'),
    entry('trimColor', 'White', '#00aa00'),
    entry('shingleColor', 'Green', '#0000aa'),
    entry('metalColor', 'Green', '#aaaa00'),
  ];
  expect(getDesignColors(gable, card)).toMatchObject({
    ...{ wall: rgb('#aa0000'), trim: rgb('#00aa00'), corner: rgb('#00aa00') },
    ...{ roof: rgb('#0000aa'), isStained: true },
  });
  const metal = { ...gable, roofing: 'metal' } as const;
  expect(getDesignColors(metal, card).roof).toEqual(rgb('#aaaa00'));
});

test('getDesignColors keeps the built-in colors that the card has no value for', () => {
  const others = [
    entry('wallColor', 'Red'),
    entry('shingleColor', 'Red'),
    entry('metalColor', 'Green'),
    { ...entry('trimColor', 'White'), value: '' },
  ];
  expect(getDesignColors(gable, others)).toEqual(getDesignColors(gable));
});

test('getCardColor distinguishes shingles, steel, trim and paint of one name', () => {
  const kinds = ['wallColor', 'trimColor', 'shingleColor', 'metalColor'] as const;
  const grays = kinds.map((kind) => `${getCardColor(kind, 'Gray')}`);
  expect(new Set(grays).size).toBe(4);
});
