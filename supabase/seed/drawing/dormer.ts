import { darken } from './color.ts';
import { doubleDoor, vent, windowAt } from './openings.ts';
import { type Panel, panel } from './panel.ts';
import { ramp, skids } from './parts.ts';
import type { Parts } from './shed-parts.ts';
import { CLADDING, clad, roofCover } from './siding.ts';
import type { Vec3 } from './vector.ts';
import { eaveFront, gableProfile, volume, type WallMarks } from './volume.ts';

/** A long low dormer of lights on the front slope: its front, cheeks and roof, cut at the slope. */
function longDormer(p: Parts, wallTop: number, rise: number): Panel[] {
  const t = p.roofLook.thickness;
  const slope = rise / (p.d / 2);
  const onRoof = (z: number) => wallTop + t + (p.d / 2 - z) * slope;
  const half = p.w * 0.3;
  const zFront = p.d / 2 - 0.9;
  const top = onRoof(zFront) + 2.6;
  const pitch = 0.2;
  const zBack = (wallTop + t + (p.d / 2) * slope - top + pitch * -zFront) / (slope - pitch);
  const backZ = Math.max(0.05, zBack);
  const backY = onRoof(backZ);
  const inside: Vec3 = [0, onRoof(backZ), backZ];
  const front = panel(
    [
      [-half, onRoof(zFront), zFront],
      [half, onRoof(zFront), zFront],
      [half, top, zFront],
      [-half, top, zFront],
    ],
    p.wall,
    {
      inside,
      marks: (w, h) => [
        ...clad(CLADDING[p.material], w, h, p.wall),
        ...[0, 1, 2].flatMap((i) =>
          windowAt(w * (0.06 + i * 0.315), 0.7, w * 0.25, h - 1.2, {
            trim: p.trimColor,
            rows: 1,
            columns: 3,
          }),
        ),
      ],
    },
  );
  const cheek = (x: number) =>
    panel(
      [
        [x, onRoof(zFront), zFront],
        [x, top, zFront],
        [x, backY, backZ],
      ],
      p.wall,
      {
        inside,
        marks: (w, h) => clad(CLADDING[p.material], w, h, p.wall),
      },
    );
  const o = 0.55;
  const low = top - pitch * o;
  const roofAt = (lift: number): Vec3[] => [
    [-half - o, low + lift, zFront + o],
    [half + o, low + lift, zFront + o],
    [half + o, backY + lift, backZ],
    [-half - o, backY + lift, backZ],
  ];
  const snow = p.roofLook.snow ?? 0;
  const color = snow > 0 ? ([244, 246, 250] as const) : p.roofLook.color;
  const thick = 0.32 + snow;
  const cover = panel(roofAt(thick), color, {
    inside: [0, 0, 0],
    graded: false,
    marks: (w, h) => (snow > 0 ? [] : roofCover(p.roofLook.cover, w, h, p.roofLook.color, 5)),
  });
  const face = (a: Vec3, b: Vec3) =>
    panel([a, b, [b[0], b[1] + thick, b[2]], [a[0], a[1] + thick, a[2]]], p.roofLook.fascia, {
      inside,
      graded: false,
      casts: false,
    });
  const [a, b, c, d] = roofAt(0);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return [];
  return [front, cheek(-half), cheek(half), cover, face(a, b), face(b, c), face(a, d)];
}

/** A gable shed with a long dormer over its doors. */
export function dormer(p: Parts, base: number): Panel[] {
  const wallTop = 7;
  const rise = p.d * 0.42;
  const dw = 5.2;
  const du = p.w / 2 - dw / 2;
  const side = du;
  const shutters = darken(p.doorColor, 0.3);
  const end: WallMarks = (w, h) => [
    ...p.cladWall(w, h),
    ...vent(w / 2 - 0.6, h - 2.6, 1.2, 1.1, p.trimColor),
    ...windowAt(w / 2 - 1.1, 2.7, 2.2, 2.6, { trim: p.trimColor }),
  ];
  const v = volume({
    frame: eaveFront(-p.w / 2, -p.d / 2),
    profile: gableProfile(p.d, wallTop, rise),
    length: p.w,
    base,
    wall: p.wall,
    roof: { ...p.roofLook, eave: 0.8, rake: 0.6 },
    sides: [
      (w, h) => [
        ...p.cladWall(w, h),
        ...doubleDoor(du, 0.1, dw, 5.9, {
          color: p.doorColor,
          trim: p.trimColor,
          brace: 'x',
          lites: true,
        }),
        ...(side > 3
          ? [side / 2 - 0.9, w - side / 2 - 0.9].flatMap((u) =>
              windowAt(u, 2.7, 1.8, 2.6, {
                trim: p.trimColor,
                flowers: p.snow !== true,
                ...(side > 4.4 ? { shutters } : {}),
              }),
            )
          : []),
      ],
      p.cladWall,
    ],
    ends: [end, end],
  });
  return [
    ...skids(-p.w / 2, -p.d / 2, p.w, p.d, base),
    ...v,
    ...longDormer(p, wallTop, rise),
    ...ramp(-p.w / 2 + du, p.d / 2, dw, base),
  ];
}
