import { createWindow } from '../building/openings.ts';
import { createPanel, type Panel } from '../building/panel.ts';
import { CLADDING, createCladding, createRoofCover } from '../building/siding.ts';
import { SNOW } from '../palette.ts';
import type { Vec3 } from '../vector.ts';
import { createBody, createRampPart, type ShedPart } from './body.ts';
import type { ResolvedShed } from './resolve-design.ts';

/** A long low dormer on the front slope: its front, cheeks and roof, cut at the slope; feet. */
function createLongDormer(shed: ResolvedShed): Panel[] {
  const { width, depth, rise } = shed;
  const eaveTop = shed.wallHeight + shed.roof.thickness;
  const slope = rise / (depth / 2);
  const onRoof = (z: number) => eaveTop + (depth / 2 - z) * slope;
  const half = width * 0.3;
  const zFront = depth / 2 - 0.9;
  const top = onRoof(zFront) + 2.6;
  const pitch = 0.2;
  const zBack = (eaveTop + (depth / 2) * slope - top + pitch * -zFront) / (slope - pitch);
  const backZ = Math.max(0.05, zBack);
  const backY = onRoof(backZ);
  const inside: Vec3 = [0, onRoof(backZ), backZ];
  const front = createPanel(
    [
      [-half, onRoof(zFront), zFront],
      [half, onRoof(zFront), zFront],
      [half, top, zFront],
      [-half, top, zFront],
    ],
    shed.wallColor,
    {
      inside,
      marks: (w, h) => [
        ...createCladding(CLADDING[shed.design.material], w, h, shed.wallColor),
        ...[0, 1, 2].flatMap((i) =>
          createWindow(w * (0.06 + i * 0.315), 0.7, w * 0.25, h - 1.2, {
            trim: shed.trimColor,
            rows: 1,
            columns: 3,
          }),
        ),
      ],
    },
  );
  const cheek = (x: number) =>
    createPanel(
      [
        [x, onRoof(zFront), zFront],
        [x, top, zFront],
        [x, backY, backZ],
      ],
      shed.wallColor,
      {
        inside,
        marks: (w, h) => createCladding(CLADDING[shed.design.material], w, h, shed.wallColor),
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
  const snow = shed.roof.snow ?? 0;
  const color = snow > 0 ? SNOW : shed.roof.color;
  const thick = 0.32 + snow;
  const cover = createPanel(roofAt(thick), color, {
    inside: [0, 0, 0],
    graded: false,
    marks: (w, h) => (snow > 0 ? [] : createRoofCover(shed.roof.cover, w, h, shed.roof.color, 5)),
  });
  const face = (a: Vec3, b: Vec3) =>
    createPanel([a, b, [b[0], b[1] + thick, b[2]], [a[0], a[1] + thick, a[2]]], shed.roof.fascia, {
      inside,
      graded: false,
      casts: false,
    });
  const [a, b, c, d] = roofAt(0);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return [];
  return [front, cheek(-half), cheek(half), cover, face(a, b), face(b, c), face(a, d)];
}

/** A gable shed with a long dormer over its doors. */
export const buildDormer = (shed: ResolvedShed): ShedPart[] => [
  ...createBody(shed),
  { name: 'dormer', panels: createLongDormer(shed) },
  createRampPart(shed),
];
