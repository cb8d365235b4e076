import { expect, test } from 'vitest';
import { parseSpecifications } from './specifications.ts';

test('parseSpecifications ignores values that are no string', () => {
  expect(
    parseSpecifications({ standard_features: ['Ridge vent', 3, ' '], optional_upgrades: 'Loft' }),
  ).toEqual({ standard_features: ['Ridge vent'], optional_upgrades: [] });
  expect(parseSpecifications(null)).toEqual({ standard_features: [], optional_upgrades: [] });
});
