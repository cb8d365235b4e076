import { createWindow } from '../building/openings.ts';
import { createPanel, type Panel } from '../building/panel.ts';
import { CLADDING, createCladding, createRoofCover } from '../building/siding.ts';
import { SNOW } from '../palette.ts';
import type { Vec3 } from '../vector.ts';
import { getMainSlope } from './geometry.ts';
import type { Shed } from './shed.ts';

/** Lengths in feet: above the slope at its front, behind the wall, and the roof beyond the cheeks. */
const FACE_HEIGHT = 2.6;
const SETBACK = 0.9;
const OVERHANG = 0.55;
const ROOF_PITCH = 0.2;
/** Half of it, as a share of the shed's length behind the porch. */
const HALF_WIDTH = 0.3;

/** A long low dormer on the main slope: its front, cheeks and roof, cut at the slope; feet. */
export function createDormer({ design, colors, volume, ...shed }: Shed): Panel[] {
  const { roof } = volume;
  const sign = getMainSlope(design) === 'left' ? -1 : 1;
  const centre = -shed.porchDepth / 2;
  /** From along the ridge, above the ground, and out from the ridge. */
  const at = (along: number, y: number, out: number): Vec3 => [
    sign * out,
    y,
    centre - sign * along,
  ];
  const run = shed.width / 2;
  const eaveTop = shed.plate + roof.thickness;
  const slope = (shed.ridge - shed.plate) / run;
  const onRoof = (out: number) => eaveTop + (run - out) * slope;
  const half = (shed.length - shed.porchDepth) * HALF_WIDTH;
  const face = run - SETBACK;
  const top = Math.min(onRoof(face) + FACE_HEIGHT, onRoof(0) - 0.1 - ROOF_PITCH * face * 0.2);
  const back = Math.max(
    0.05,
    (eaveTop + run * slope - top - ROOF_PITCH * face) / (slope - ROOF_PITCH),
  );
  const backTop = onRoof(back);
  const inside = at(0, backTop, back);
  const clad = (w: number, h: number) =>
    createCladding(CLADDING[design.material], w, h, colors.wall, colors.isStained);
  const front = createPanel(
    [
      at(-half, onRoof(face), face),
      at(half, onRoof(face), face),
      at(half, top, face),
      at(-half, top, face),
    ],
    colors.wall,
    {
      inside,
      marks: (w, h) => [
        ...clad(w, h),
        ...[0, 1, 2].flatMap((i) =>
          createWindow(w * (0.06 + i * 0.315), 0.7, w * 0.25, h - 1.2, {
            trim: colors.trim,
            rows: 1,
            columns: 3,
          }),
        ),
      ],
    },
  );
  const cheek = (along: number) =>
    createPanel(
      [at(along, onRoof(face), face), at(along, top, face), at(along, backTop, back)],
      colors.wall,
      { inside, marks: clad },
    );
  const wide = half + OVERHANG;
  const low = top - ROOF_PITCH * OVERHANG;
  const corners = (lift: number): [Vec3, Vec3, Vec3, Vec3] => [
    at(-wide, low + lift, face + OVERHANG),
    at(wide, low + lift, face + OVERHANG),
    at(wide, backTop + lift, back),
    at(-wide, backTop + lift, back),
  ];
  const snow = roof.snow ?? 0;
  const thick = 0.32 + snow;
  const cover = createPanel(corners(thick), snow > 0 ? SNOW : roof.color, {
    inside: [0, 0, centre],
    graded: false,
    marks: (w, h) => (snow > 0 ? [] : createRoofCover(roof.cover, w, h, roof.color, 5)),
  });
  const fascia = (from: Vec3, to: Vec3) =>
    createPanel(
      [from, to, [to[0], to[1] + thick, to[2]], [from[0], from[1] + thick, from[2]]],
      roof.fascia,
      { inside, graded: false, casts: false },
    );
  const [a, b, c, d] = corners(0);
  return [front, cheek(-half), cheek(half), cover, fascia(a, b), fascia(b, c), fascia(a, d)];
}
