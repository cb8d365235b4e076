import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { listContradictions } from './quote-requests.ts';

test('listContradictions names the answers that differ from the design', () => {
  const design = createPresetDesign({ style: 'Gable', width: 10, length: 12, color: 'Red' });
  const answers = { size: '10x12', shed_style: 'Gable', material_type: 'Wood', color: 'Red' };
  expect(listContradictions(answers, design)).toEqual([]);
  expect(listContradictions({ ...answers, size: null, color: '' }, design)).toEqual([]);
  expect(listContradictions({ ...answers, size: '8x8', material_type: 'Metal' }, design)).toEqual([
    'size 8x8',
    'material Metal',
  ]);
});
