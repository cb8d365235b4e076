import { expect, it } from 'vitest';
import { matches } from './search.ts';

it('finds every word, wherever it stands and however it is written', () => {
  const texts = ['The Gardener', null, 'Café Gable'];
  expect(matches(texts, '')).toBe(true);
  expect(matches(texts, ' GABLE gard ')).toBe(true);
  expect(matches(texts, 'cafe')).toBe(true);
  expect(matches(texts, 'gable metal')).toBe(false);
});
