import { createCupola, createRamp } from '../building/fixtures.ts';
import {
  createDoubleDoor,
  createSingleDoor,
  createVent,
  createWindow,
} from '../building/openings.ts';
import { createBar, createPanel, type Panel } from '../building/panel.ts';
import { darken } from '../color.ts';
import { SNOW } from '../palette.ts';
import type { Vec3 } from '../vector.ts';
import { createBody, type ShedPart, withOpenings } from './body.ts';
import { FLOOR_HEIGHT, type ResolvedShed } from './resolve-design.ts';

/** A shed with a plain pitched roof, doors under the eaves; feet. */
export function buildGable(shed: ResolvedShed): ShedPart[] {
  const { width, depth } = shed;
  const large = width > 18;
  const dw = large ? 8.4 : width > 11 ? 5.4 : 4.6;
  const du = width > 11 ? width * 0.14 : width * 0.1;
  const room = width - du - dw - 0.8;
  const windows = large ? [0.3, 0.76] : [0.5];
  const front = withOpenings(shed, () => [
    ...createDoubleDoor(du, 0.1, dw, 5.9, {
      color: shed.doorColor,
      trim: shed.trimColor,
      brace: 'x',
    }),
    ...(room > 2.6
      ? windows.flatMap((share) =>
          createWindow(width - room * share - 1.3, 2.7, room > 4 ? 2.6 : 1.8, 2.7, {
            trim: shed.trimColor,
            flowers: !shed.snow && !large,
            ...(room > 5 && !large ? { shutters: darken(shed.doorColor, 0.2) } : {}),
          }),
        )
      : []),
  ]);
  const end = withOpenings(shed, (w, h) => [
    ...createVent(w / 2 - 0.6, h - 2.3, 1.2, 1, shed.trimColor),
    ...createWindow(w / 2 - 1.1, 2.8, 2.2, 2.6, { trim: shed.trimColor }),
  ]);
  return [
    ...createBody(shed, { ends: [end, end], sides: [front, shed.cladWall] }),
    { name: 'ramp', panels: createRamp(-width / 2 + du, depth / 2, dw, FLOOR_HEIGHT) },
  ];
}

/** A shed with a barn roof over tall walls, doors under the eaves; feet. */
export function buildGambrel(shed: ResolvedShed): ShedPart[] {
  const { width, depth } = shed;
  const ridge = shed.wallHeight + shed.rise;
  const dw = width > 16 ? 7.2 : 5.4;
  const du = width / 2 - dw / 2;
  const side = (width - dw) / 2;
  const windows = side > 3 ? [side / 2 - 0.9, width - side / 2 - 0.9] : [];
  const front = withOpenings(shed, () => [
    ...createDoubleDoor(du, 0.1, dw, 6.1, {
      color: shed.doorColor,
      trim: shed.trimColor,
      brace: 'z',
      lites: true,
    }),
    ...windows.flatMap((u) =>
      createWindow(u, 2.8, 1.8, 2.6, { trim: shed.trimColor, flowers: !shed.snow }),
    ),
  ]);
  const end = withOpenings(shed, (w, h) => [
    ...createWindow(w / 2 - 1.1, 2.6, 2.2, 2.6, { trim: shed.trimColor }),
    ...createWindow(w / 2 - 0.9, h - 3.6, 1.8, 1.8, { trim: shed.trimColor }),
  ]);
  return [
    ...createBody(shed, { ends: [end, end], sides: [front, shed.cladWall] }),
    {
      name: 'cupola',
      panels: createCupola(0, ridge + 0.4, 0, 1.5, shed.trimColor, shed.roof.color),
    },
    { name: 'ramp', panels: createRamp(-width / 2 + du, depth / 2, dw, FLOOR_HEIGHT) },
  ];
}

/** A shed with a barn roof over low walls, doors in the gable under a hay hood; feet. */
export function buildDutchBarn(shed: ResolvedShed): ShedPart[] {
  const { width, depth } = shed;
  const { wallHeight, rise } = shed;
  const dw = Math.min(5.6, width * 0.56);
  const front = withOpenings(shed, (w, h) => [
    ...createDoubleDoor(w / 2 - dw / 2, 0.1, dw, 5.9, {
      color: shed.doorColor,
      trim: shed.trimColor,
      brace: 'x',
    }),
    ...createSingleDoor(w / 2 - 0.95, h - 3.6, 1.9, 2.2, {
      color: shed.doorColor,
      trim: shed.trimColor,
      brace: 'none',
    }),
    ...(w > 11
      ? [0.98, w - 2.28].flatMap((u) =>
          createWindow(u, 2.7, 1.3, 2.2, { trim: shed.trimColor, columns: 1 }),
        )
      : []),
  ]);
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
  const side = withOpenings(shed, (w) =>
    [w * 0.26, w * 0.74].flatMap((u) =>
      createWindow(u - 0.8, 2.4, 1.6, 2, { trim: shed.trimColor }),
    ),
  );
  return [
    ...createBody(shed, { ends: [front, shed.cladWall], sides: [side, side] }),
    {
      name: 'hay hood',
      panels: [
        ...createHood(1),
        ...createHood(-1),
        ...createBar([0, ridge - 0.9, z - 0.4], [0, ridge - 0.7, z + 1.7], 0.3, shed.trimColor),
      ],
    },
    { name: 'ramp', panels: createRamp(-dw / 2, depth / 2, dw, FLOOR_HEIGHT) },
  ];
}
