import { darken, rgb } from './color.ts';
import { doubleDoor, singleDoor, vent, windowAt } from './openings.ts';
import { bar, type Panel, panel } from './panel.ts';
import { cupola, ramp } from './parts.ts';
import { finish, withMarks } from './shed-body.ts';
import { BASE, type Parts } from './shed-parts.ts';
import type { Vec3 } from './vector.ts';
import { eaveFront, gableFront, gableProfile, gambrelProfile } from './volume.ts';

/** A plain pitched roof, doors under the eaves. */
export function gable(p: Parts): Panel[] {
  const large = p.w > 18;
  const dw = large ? 8.4 : p.w > 11 ? 5.4 : 4.6;
  const du = p.w > 11 ? p.w * 0.14 : p.w * 0.1;
  const room = p.w - du - dw - 0.8;
  const windows = large ? [0.3, 0.76] : [0.5];
  const front = withMarks(p, () => [
    ...doubleDoor(du, 0.1, dw, 5.9, { color: p.doorColor, trim: p.trimColor, brace: 'x' }),
    ...(room > 2.6
      ? windows.flatMap((share) =>
          windowAt(p.w - room * share - 1.3, 2.7, room > 4 ? 2.6 : 1.8, 2.7, {
            trim: p.trimColor,
            flowers: p.snow !== true && !large,
            ...(room > 5 && !large ? { shutters: darken(p.doorColor, 0.2) } : {}),
          }),
        )
      : []),
  ]);
  const end = withMarks(p, (w, h) => [
    ...vent(w / 2 - 0.6, h - 2.3, 1.2, 1, p.trimColor),
    ...windowAt(w / 2 - 1.1, 2.8, 2.2, 2.6, { trim: p.trimColor }),
  ]);
  return [
    ...finish(
      p,
      {
        frame: eaveFront(-p.w / 2, -p.d / 2),
        profile: gableProfile(p.d, 7.2, p.d * 0.24),
        length: p.w,
        ends: [end, end],
        sides: [front, p.cladWall],
      },
      { eave: 0.8, rake: 0.7 },
    ),
    ...ramp(-p.w / 2 + du, p.d / 2, dw, BASE),
  ];
}

/** A barn roof over tall walls, doors under the eaves. */
export function gambrel(p: Parts): Panel[] {
  const dw = p.w > 16 ? 7.2 : 5.4;
  const du = p.w / 2 - dw / 2;
  const side = (p.w - dw) / 2;
  const windows = side > 3 ? [side / 2 - 0.9, p.w - side / 2 - 0.9] : [];
  const front = withMarks(p, () => [
    ...doubleDoor(du, 0.1, dw, 6.1, {
      color: p.doorColor,
      trim: p.trimColor,
      brace: 'z',
      lites: true,
    }),
    ...windows.flatMap((u) =>
      windowAt(u, 2.8, 1.8, 2.6, { trim: p.trimColor, flowers: p.snow !== true }),
    ),
  ]);
  const end = withMarks(p, (w, h) => [
    ...windowAt(w / 2 - 1.1, 2.6, 2.2, 2.6, { trim: p.trimColor }),
    ...windowAt(w / 2 - 0.9, h - 3.6, 1.8, 1.8, { trim: p.trimColor }),
  ]);
  return [
    ...finish(
      p,
      {
        frame: eaveFront(-p.w / 2, -p.d / 2),
        profile: gambrelProfile(p.d, 7, p.d * 0.52),
        length: p.w,
        ends: [end, end],
        sides: [front, p.cladWall],
      },
      { eave: 0.35, rake: 0.45 },
    ),
    ...cupola(0, 7 + p.d * 0.52 + 0.4, 0, 1.5, p.trimColor, p.roofLook.color),
    ...ramp(-p.w / 2 + du, p.d / 2, dw, BASE),
  ];
}

/** A barn roof over low walls, doors in the gable under a hay hood. */
export function dutchBarn(p: Parts): Panel[] {
  const wallTop = 6.1;
  const rise = p.w * 0.56;
  const dw = Math.min(5.6, p.w * 0.56);
  const front = withMarks(p, (w, h) => [
    ...doubleDoor(w / 2 - dw / 2, 0.1, dw, 5.9, {
      color: p.doorColor,
      trim: p.trimColor,
      brace: 'x',
    }),
    ...singleDoor(w / 2 - 0.95, h - 3.6, 1.9, 2.2, {
      color: p.doorColor,
      trim: p.trimColor,
      brace: 'none',
    }),
    ...(w > 11
      ? [0.98, w - 2.28].flatMap((u) =>
          windowAt(u, 2.7, 1.3, 2.2, { trim: p.trimColor, columns: 1 }),
        )
      : []),
  ]);
  const ridge = wallTop + rise + p.roofLook.thickness + (p.snow === true ? 0.5 : 0);
  const z = p.d / 2 + 1;
  const knee = wallTop + rise * 0.82 + p.roofLook.thickness + (p.snow === true ? 0.5 : 0);
  const hood = (sign: number): Panel[] => {
    const corners: Vec3[] = [
      [0, ridge, z],
      [sign * p.w * 0.2, knee, z],
      [0, ridge - 0.25, z + 2.3],
    ];
    const cover = p.snow === true ? rgb('#f4f6fa') : p.roofLook.color;
    const lining = darken(p.trimColor, 0.12);
    return [
      panel(corners, cover, { inside: [0, wallTop, z], graded: false }),
      panel(corners, lining, { inside: [0, 1000, z], graded: false, casts: false }),
    ];
  };
  const side = withMarks(p, (w) =>
    [w * 0.26, w * 0.74].flatMap((u) => windowAt(u - 0.8, 2.4, 1.6, 2, { trim: p.trimColor })),
  );
  return [
    ...finish(
      p,
      {
        frame: gableFront(-p.w / 2, -p.d / 2),
        profile: gambrelProfile(p.w, wallTop, rise),
        length: p.d,
        ends: [front, p.cladWall],
        sides: [side, side],
      },
      { eave: 1.05, rake: 1 },
    ),
    ...hood(1),
    ...hood(-1),
    ...bar([0, ridge - 0.9, z - 0.4], [0, ridge - 0.7, z + 1.7], 0.3, p.trimColor),
    ...ramp(-dw / 2, p.d / 2, dw, BASE),
  ];
}
