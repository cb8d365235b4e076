import { createAwning, createRamp } from '../building/fixtures.ts';
import {
  createDoubleDoor,
  createLamp,
  createSingleDoor,
  createWindow,
} from '../building/openings.ts';
import { CEDAR, INK } from '../palette.ts';
import type { Point } from '../vector.ts';
import { createBody, type ShedPart, withOpenings } from './body.ts';
import { FLOOR_HEIGHT, type ResolvedShed } from './resolve-design.ts';

/** A shed with a roof that reaches almost to the ground; feet. */
export function buildAFrame(shed: ResolvedShed): ShedPart[] {
  const { depth } = shed;
  const pane = (w: number): Point[] => [
    [w / 2 - 2, 8.3],
    [w / 2 + 2, 8.3],
    [w / 2, 8.3 + 4 * 1.12],
  ];
  const front = withOpenings(shed, (w) => [
    ...createSingleDoor(w / 2 - 1.6, 0.1, 3.2, 6.6, {
      color: shed.doorColor,
      trim: shed.trimColor,
      brace: 'none',
      lites: true,
    }),
    {
      kind: 'area',
      points: [
        [w / 2 - 2.7, 7.9],
        [w / 2 + 2.7, 7.9],
        [w / 2, 7.9 + 5.9],
      ],
      color: shed.trimColor,
      lift: 0.14,
    },
    { kind: 'glass', points: pane(w) },
    {
      kind: 'area',
      points: [
        [w / 2 - 0.1, 8.2],
        [w / 2 + 0.1, 8.2],
        [w / 2 + 0.1, 12.5],
        [w / 2 - 0.1, 12.5],
      ],
      color: shed.trimColor,
    },
    ...createLamp(w / 2 + 2.35, 5.4),
  ]);
  return [
    ...createBody(shed, {
      ends: [front, shed.cladWall],
      sides: [shed.cladWall, shed.cladWall],
    }),
    { name: 'ramp', panels: createRamp(-1.6, depth / 2, 3.2, FLOOR_HEIGHT) },
  ];
}

/** A shed with a steep roof over tall walls, and an awning on brackets; feet. */
export function buildFarmhouse(shed: ResolvedShed): ShedPart[] {
  const { width, depth } = shed;
  const frame = shed.design.trim ?? INK;
  const black = { trim: frame, sash: frame };
  const small = width < 9;
  const margin = small ? 0.8 : 1.6;
  const front = withOpenings(shed, (w, h) => [
    ...createDoubleDoor(w / 2 - (small ? 2.1 : 2.5), 0.1, small ? 4.2 : 5, 6.4, {
      color: shed.doorColor,
      trim: frame,
      brace: 'z',
      lites: true,
    }),
    ...createWindow(w / 2 - 1, h - 4.1, 2, 2, { ...black }),
    ...(w > 11
      ? [1.1, w - 2.6].flatMap((u) =>
          createWindow(u, 2.6, 1.5, 3.6, { ...black, columns: 1, rows: 3 }),
        )
      : []),
    ...createLamp(w / 2, 8.3),
  ]);
  const side = withOpenings(shed, (w) =>
    [w * 0.2, w * 0.68].flatMap((u) => createWindow(u, 2.6, 1.9, 3.6, { ...black, rows: 3 })),
  );
  return [
    ...createBody(shed, { ends: [front, shed.cladWall], sides: [side, side] }),
    {
      name: 'awning',
      panels: createAwning(
        -width / 2 + margin,
        shed.wallHeight,
        depth / 2,
        width - 2 * margin,
        shed.roof.color,
        CEDAR,
      ),
    },
    { name: 'ramp', panels: createRamp(-2.4, depth / 2, 4.8, FLOOR_HEIGHT) },
  ];
}
