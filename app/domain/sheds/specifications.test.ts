import { expect, test } from 'vitest';
import { readSpecifications } from './specifications.ts';

test('both lists are read, what is no text is left out', () => {
  expect(
    readSpecifications({ standard_features: ['Ridge vent', 3, ' '], optional_upgrades: 'Loft' }),
  ).toEqual({ standard_features: ['Ridge vent'], optional_upgrades: [] });
  expect(readSpecifications(null)).toEqual({ standard_features: [], optional_upgrades: [] });
});
