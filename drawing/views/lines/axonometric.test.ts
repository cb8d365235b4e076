import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { drawAxonometric } from './axonometric.ts';

test.each([
  [12, 16],
  [10, 12],
  [8, 10],
])('a dormer of a %ix%i shed is drawn over the roof with its three windows', (width, length) => {
  const { shapes } = drawAxonometric(createPresetDesign({ style: 'Dormer', width, length }));
  const fills = shapes.map((shape) => (shape.type === 'area' ? shape.fill : ''));
  const panes = fills.slice(fills.indexOf('roof')).filter((fill) => fill === 'glass');
  expect(panes.length).toBeGreaterThanOrEqual(3);
});
