import { createAwning, createRamp } from '../building/fixtures.ts';
import { CEDAR } from '../palette.ts';
import { createBody, createRampPart, type ShedPart } from './body.ts';
import { FLOOR_HEIGHT, type ResolvedShed } from './resolve-design.ts';

/** A shed with a roof that reaches almost to the ground; feet. */
export const buildAFrame = (shed: ResolvedShed): ShedPart[] => [
  ...createBody(shed),
  createRampPart(shed),
];

/** A shed with a steep roof over tall walls, and an awning on brackets; feet. */
export function buildFarmhouse(shed: ResolvedShed): ShedPart[] {
  const { width, depth, wallHeight, roof } = shed;
  const margin = width < 9 ? 0.8 : 1.6;
  const x = -width / 2 + margin;
  return [
    ...createBody(shed),
    {
      name: 'awning',
      panels: createAwning(x, wallHeight, depth / 2, width - 2 * margin, roof.color, CEDAR),
    },
    { name: 'ramp', panels: createRamp(-2.4, depth / 2, 4.8, FLOOR_HEIGHT) },
  ];
}
