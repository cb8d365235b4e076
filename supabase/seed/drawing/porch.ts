import { darken, rgb } from './color.ts';
import { lamp, singleDoor, vent, windowAt } from './openings.ts';
import { bar, box, type Panel, panel } from './panel.ts';
import { railing, skids } from './parts.ts';
import type { Parts } from './shed-parts.ts';
import type { Vec3 } from './vector.ts';
import { gableFront, gableProfile, roof, type Volume, type WallMarks, walls } from './volume.ts';

/** A gable shed whose roof runs on over a front porch with posts and railings. */
export function porch(p: Parts, base: number): Panel[] {
  const deep = 4.6;
  const wallTop = 7.4;
  const rise = p.w * 0.4;
  const x = p.w / 2;
  const z = p.d / 2;
  const floor = base + 0.25;
  const front: WallMarks = (w, h) => [
    ...p.cladWall(w, h),
    ...singleDoor(w / 2 - 1.6, 0.2, 3.2, 6.4, {
      color: p.doorColor,
      trim: p.trimColor,
      brace: 'x',
      lites: true,
    }),
    ...(w > 9
      ? [0.8, w - 2.6].flatMap((u) => windowAt(u, 2.7, 1.8, 2.8, { trim: p.trimColor }))
      : []),
    ...lamp(w / 2 + 2.2, 5.6),
  ];
  const side: WallMarks = (w, h) => [
    ...p.cladWall(w, h),
    ...windowAt(w / 2 - 1.2, 2.8, 2.4, 2.6, { trim: p.trimColor, flowers: p.snow !== true }),
  ];
  const body: Volume = {
    frame: gableFront(-x, -z),
    profile: gableProfile(p.w, wallTop, rise),
    base,
    length: p.d - deep,
    wall: p.wall,
    ends: [front, p.cladWall],
    sides: [side, side],
    roof: { ...p.roofLook, eave: 0.8, rake: 0.7 },
  };
  const deck = rgb('#b08d63');
  const planks = box([-x, base - 0.05, z - deep], [p.w, 0.3, deep], deck, {
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
  const gable = panel(
    [
      [-x, wallTop, z - 0.3],
      [x, wallTop, z - 0.3],
      [0, wallTop + rise, z - 0.3],
    ],
    p.wall,
    {
      inside: [0, wallTop, 0],
      marks: (w, h) => [
        ...p.cladWall(w, h).filter((m) => m.kind !== 'glass'),
        ...vent(w / 2 - 0.6, h * 0.36, 1.2, 1, p.trimColor),
      ],
    },
  );
  const ceiling = panel(
    [
      [-x, wallTop, z],
      [x, wallTop, z],
      [x, wallTop, z - deep],
      [-x, wallTop, z - deep],
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
    ...box([at - 0.24, floor, z - 0.55], [0.48, wallTop - floor - 0.6, 0.48], p.trimColor),
    ...(Math.abs(at) > 2
      ? bar(
          [at, wallTop - 2, z - 0.3],
          [at - Math.sign(at) * 1.2, wallTop - 0.7, z - 0.3],
          0.26,
          p.trimColor,
        )
      : []),
  ];
  const rail = (a: number, b: number): Panel[] =>
    railing([a, floor, z - 0.3], [b, floor, z - 0.3], p.trimColor);
  const flank = (at: number): Panel[] => {
    const from: Vec3 = [at, floor, z - deep + 0.1];
    return railing(from, [at, floor, z - 0.6], p.trimColor);
  };
  return [
    ...skids(-x, -z, p.w, p.d, base),
    ...walls(body),
    ...roof({ ...body, length: p.d }),
    ...planks,
    gable,
    ceiling,
    ...box([-x, wallTop - 0.65, z - 0.6], [p.w, 0.65, 0.6], p.trimColor),
    ...posts.flatMap(post),
    ...rail(-x + 0.3, -1.9),
    ...rail(1.9, x - 0.3),
    ...flank(-x + 0.25),
    ...flank(x - 0.25),
    ...box([-1.7, 0, z], [3.4, 0.42, 1.3], deck),
  ];
}
