import { expect, test } from 'vitest';
import { moveItem } from './sortable-grid.tsx';

test('moveItem moves an item to the place of another one, in both directions', () => {
  const move = (id: string, to: string) =>
    moveItem(
      [...'abcd'].map((letter) => ({ id: letter })),
      id,
      to,
    )
      .map((item) => item.id)
      .join('');
  expect(move('a', 'c')).toBe('bcad');
  expect(move('d', 'b')).toBe('adbc');
  expect(move('x', 'b')).toBe('abcd');
  expect(move('b', 'x')).toBe('abcd');
});
