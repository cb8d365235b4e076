import { expect, test } from 'vitest';
import { toOwnLists } from './own-lists.ts';

test('toOwnLists groups entries by list in their order, with swatches by name', () => {
  const rows = [
    { list: 'color', name: 'Sage', swatch: '#a1b2c3' },
    { list: 'material', name: 'Cedar', swatch: null },
    { list: 'color', name: 'Clay', swatch: null },
    { list: 'later', name: 'Of a newer version', swatch: null },
  ];
  expect(toOwnLists(rows)).toEqual({
    ...{ color: ['Sage', 'Clay'], material: ['Cedar'], swatches: { Sage: '#a1b2c3' } },
  });
  expect(toOwnLists([])).toEqual({});
});
