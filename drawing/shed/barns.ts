import { createCupola } from '../building/fixtures.ts';
import { createBar, createPanel, type Panel } from '../building/panel.ts';
import { darken } from '../color.ts';
import { SNOW } from '../palette.ts';
import type { Vec3 } from '../vector.ts';
import { createBody, createRampPart, type ShedPart } from './body.ts';
import type { ResolvedShed } from './resolve-design.ts';

/** A shed with a plain pitched roof, doors under the eaves; feet. */
export const buildGable = (shed: ResolvedShed): ShedPart[] => [
  ...createBody(shed),
  createRampPart(shed),
];

/** A shed with a barn roof over tall walls, doors under the eaves; feet. */
export function buildGambrel(shed: ResolvedShed): ShedPart[] {
  const ridge = shed.wallHeight + shed.rise;
  return [
    ...createBody(shed),
    {
      name: 'cupola',
      panels: createCupola(0, ridge + 0.4, 0, 1.5, shed.trimColor, shed.roof.color),
    },
    createRampPart(shed),
  ];
}

/** A shed with a barn roof over low walls, doors in the gable under a hay hood; feet. */
export function buildDutchBarn(shed: ResolvedShed): ShedPart[] {
  const { width, depth, wallHeight, rise } = shed;
  const ridge = wallHeight + rise + shed.roof.thickness + (shed.snow ? 0.5 : 0);
  const z = depth / 2 + 1;
  const knee = wallHeight + rise * 0.82 + shed.roof.thickness + (shed.snow ? 0.5 : 0);
  const createHood = (sign: number): Panel[] => {
    const corners: Vec3[] = [
      [0, ridge, z],
      [sign * width * 0.2, knee, z],
      [0, ridge - 0.25, z + 2.3],
    ];
    const cover = shed.snow ? SNOW : shed.roof.color;
    const lining = darken(shed.trimColor, 0.12);
    return [
      createPanel(corners, cover, { inside: [0, wallHeight, z], graded: false }),
      createPanel(corners, lining, { inside: [0, 1000, z], graded: false, casts: false }),
    ];
  };
  return [
    ...createBody(shed),
    {
      name: 'hay hood',
      panels: [
        ...createHood(1),
        ...createHood(-1),
        ...createBar([0, ridge - 0.9, z - 0.4], [0, ridge - 0.7, z + 1.7], 0.3, shed.trimColor),
      ],
    },
    createRampPart(shed),
  ];
}
