import { expect, test } from 'vitest';
import { toCopy } from './record-actions.tsx';

const shed = {
  ...{ id: '1', title: 'The Gardener', images: ['sheds/1-gardener.webp'] },
  ...{ is_active: true, is_featured: true, order_index: 3, published_at: null },
  ...{ created_at: '2026-11-01T12:00:00Z', updated_at: '2026-11-02T12:00:00Z' },
};

test('toCopy makes an inactive copy with the same images, a new title and no place or times', () => {
  expect(toCopy(shed, '2')).toEqual({
    ...{ id: '2', title: 'The Gardener (copy)', images: shed.images },
    ...{ is_active: false, is_featured: false, order_index: null, published_at: null },
  });
});

test('toCopy shortens a title that would be too long, between characters', () => {
  const { title } = toCopy({ ...shed, title: '🏠'.repeat(200) }, '2');
  expect([...title]).toHaveLength(200);
  expect(title).toMatch(/^🏠+ \(copy\)$/u);
});
