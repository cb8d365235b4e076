import { createRailing } from '../building/fixtures.ts';
import { createVent } from '../building/openings.ts';
import { createBar, createBox, createPanel, type Panel } from '../building/panel.ts';
import { createRoof, createWalls } from '../building/volume.ts';
import { darken, rgb } from '../color.ts';
import { toFeet, type Vec3 } from '../vector.ts';
import { createShedVolume, createSkidPart, type ShedPart } from './body.ts';
import { PORCH_DEPTH } from './openings.ts';
import { FLOOR_HEIGHT, type ResolvedShed } from './resolve-design.ts';

/** A gable shed whose roof extends over a front porch with posts and railings; feet. */
export function buildPorch(shed: ResolvedShed): ShedPart[] {
  const { width, depth, wallHeight, rise } = shed;
  const deep = toFeet(PORCH_DEPTH);
  const x = width / 2;
  const z = depth / 2;
  const floor = FLOOR_HEIGHT + 0.25;
  const volume = createShedVolume(shed);
  const deck = rgb('#b08d63');
  const planks = createBox([-x, FLOOR_HEIGHT - 0.05, z - deep], [width, 0.3, deep], deck, {
    marks: (w, h) =>
      Array.from({ length: Math.floor(w / 0.5) }, (_, i) => ({
        kind: 'line' as const,
        points: [
          [i * 0.5, 0],
          [i * 0.5, h],
        ] as const,
        color: darken(deck, 0.6),
        width: 0.05,
        opacity: 0.5,
      })),
  });
  const gable = createPanel(
    [
      [-x, wallHeight, z - 0.3],
      [x, wallHeight, z - 0.3],
      [0, wallHeight + rise, z - 0.3],
    ],
    shed.wallColor,
    {
      inside: [0, wallHeight, 0],
      marks: (w, h) => [
        ...shed.cladWall(w, h).filter((m) => m.kind !== 'glass'),
        ...createVent(w / 2 - 0.6, h * 0.36, 1.2, 1, shed.trimColor),
      ],
    },
  );
  const ceiling = createPanel(
    [
      [-x, wallHeight, z],
      [x, wallHeight, z],
      [x, wallHeight, z - deep],
      [-x, wallHeight, z - deep],
    ],
    rgb('#cdb48c'),
    {
      inside: [0, 1000, 0],
      graded: false,
      casts: false,
    },
  );
  const posts = [-x + 0.3, -1.9, 1.9, x - 0.3];
  const post = (at: number): Panel[] => [
    ...createBox(
      [at - 0.24, floor, z - 0.55],
      [0.48, wallHeight - floor - 0.6, 0.48],
      shed.trimColor,
    ),
    ...(Math.abs(at) > 2
      ? createBar(
          [at, wallHeight - 2, z - 0.3],
          [at - Math.sign(at) * 1.2, wallHeight - 0.7, z - 0.3],
          0.26,
          shed.trimColor,
        )
      : []),
  ];
  const rail = (a: number, b: number): Panel[] =>
    createRailing([a, floor, z - 0.3], [b, floor, z - 0.3], shed.trimColor);
  const flank = (at: number): Panel[] => {
    const from: Vec3 = [at, floor, z - deep + 0.1];
    return createRailing(from, [at, floor, z - 0.6], shed.trimColor);
  };
  return [
    createSkidPart(shed),
    { name: 'walls', panels: createWalls({ ...volume, length: depth - deep }) },
    { name: 'roof', panels: createRoof(volume) },
    {
      name: 'porch',
      panels: [
        ...planks,
        gable,
        ceiling,
        ...createBox([-x, wallHeight - 0.65, z - 0.6], [width, 0.65, 0.6], shed.trimColor),
        ...posts.flatMap(post),
        ...rail(-x + 0.3, -1.9),
        ...rail(1.9, x - 0.3),
        ...flank(-x + 0.25),
        ...flank(x - 0.25),
      ],
    },
    { name: 'step', panels: createBox([-1.7, 0, z], [3.4, 0.42, 1.3], deck) },
  ];
}
