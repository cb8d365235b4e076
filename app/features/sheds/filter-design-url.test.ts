import { expect, test } from 'vitest';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { getFilterDesignUrl } from './filter-design-url.ts';

test('getFilterDesignUrl starts from what is filtered by', () => {
  const url = getFilterDesignUrl({
    style: 'Gambrel',
    size: 'Large',
    material: 'Metal',
    color: 'Red',
  });
  const { design, changes } = parseDesignParams(new URLSearchParams(url.split('?')[1]));
  expect(changes).toEqual([]);
  expect(design).toMatchObject({
    ...{ style: 'Gambrel', width: 12, length: 12, material: 'Metal', wallColor: 'Red' },
  });
  expect(getFilterDesignUrl({ size: 'Other', price: '5000', sort: 'price' })).toBe('/design');
});
