import { createCladding, createRoofCover } from '#drawing/geometry/cladding.ts';
import { darken, SNOW } from '#drawing/geometry/color.ts';
import { createWindow } from '#drawing/geometry/openings.ts';
import { createPanel, type Panel } from '#drawing/geometry/panel.ts';
import { toFeet, type Vec3 } from '#drawing/geometry/vector.ts';
import { CLADDING } from './colors.ts';
import { getDormer } from './dormer.ts';
import type { Shed } from './resolve-shed.ts';
import { DORMER_THICKNESS, getDormerFace, listStyleFeatures } from './style-features.ts';

const THICKNESS = toFeet(DORMER_THICKNESS);

/** A long low dormer on the main slope, as it is framed: its front, cheeks and roof; feet. */
export function createDormer({ design, colors, volume, ...shed }: Shed): Panel[] {
  const { roof } = volume;
  const dormer = getDormer(design);
  const rect = getDormerFace(design);
  if (dormer === undefined || rect === undefined) return [];
  const sign = dormer.side === 'left' ? -1 : 1;
  const centre = toFeet((dormer.from + dormer.to) / 2) - shed.length / 2;
  /** Converts a position along the ridge, above the ground and out from the ridge to space. */
  const at = (along: number, y: number, out: number): Vec3 => [
    sign * out,
    y,
    centre - sign * along,
  ];
  const run = shed.width / 2;
  const [[, eave = 0] = [0, 0]] = shed.profile;
  const slope = (shed.ridge - eave) / run;
  const backTop = shed.ridge + roof.thickness;
  const onRoof = (out: number) => backTop - out * slope;
  const half = toFeet(dormer.to - dormer.from) / 2;
  const face = run - toFeet(dormer.setback);
  const overhang = toFeet(dormer.overhang);
  const back = 0.02;
  /** How far soffits reach behind face and cheeks. */
  const overlap = 0.1;
  /** The underside of its roof. */
  const under = (out: number) => backTop - out * dormer.pitch - THICKNESS;
  const bottom = shed.floor + toFeet(rect.bottom);
  const top = bottom + toFeet(rect.height);
  /** The distance from the ridge at which its underside meets the main roof. */
  const meeting = THICKNESS / (slope - dormer.pitch);
  const inside = at(0, onRoof(run / 2), run / 2);
  const clad = (w: number, h: number) =>
    createCladding(CLADDING[design.material], w, h, colors.wall, colors.isStained);
  const front = createPanel(
    [at(-half, bottom, face), at(half, bottom, face), at(half, top, face), at(-half, top, face)],
    colors.wall,
    {
      inside,
      marks: (w, h) => [
        ...clad(w, h),
        ...listStyleFeatures(design)
          .filter(({ surface }) => surface === 'dormer')
          .flatMap((window) =>
            createWindow(
              toFeet(window.left),
              toFeet(window.bottom),
              toFeet(window.width),
              toFeet(window.height),
              { trim: colors.trim, rows: 1, columns: 3 },
            ),
          ),
      ],
    },
  );
  const cheek = (along: number) =>
    createPanel(
      [at(along, bottom, face), at(along, top, face), at(along, under(meeting), meeting)],
      colors.wall,
      { inside, marks: clad },
    );
  const wide = half + overhang;
  const corners = (lift: number): [Vec3, Vec3, Vec3, Vec3] => [
    at(-wide, under(face + overhang) + lift, face + overhang),
    at(wide, under(face + overhang) + lift, face + overhang),
    at(wide, under(back) + lift, back),
    at(-wide, under(back) + lift, back),
  ];
  const snow = roof.snow ?? 0;
  const thick = THICKNESS + 0.02 + snow;
  const cover = createPanel(corners(thick), snow > 0 ? SNOW : roof.color, {
    inside: [0, 0, centre],
    graded: false,
    marks: (w, h) => (snow > 0 ? [] : createRoofCover(roof.cover, w, h, roof.color, 5)),
  });
  /** The visible part of its underside, around its face and cheeks. */
  const createSoffit = (from: readonly [number, number], to: readonly [number, number]) => {
    const [[start, near], [end, far]] = [from, to];
    const outline: Vec3[] = [
      at(start, under(near), near),
      at(end, under(near), near),
      at(end, under(far), far),
      at(start, under(far), far),
    ];
    return createPanel(outline, darken(roof.fascia, 0.18), {
      inside: [0, 1000, centre],
      graded: false,
      casts: false,
    });
  };
  const fascia = (from: Vec3, to: Vec3) =>
    createPanel(
      [from, to, [to[0], to[1] + thick, to[2]], [from[0], from[1] + thick, from[2]]],
      roof.fascia,
      { inside, graded: false, casts: false },
    );
  const [a, b, c, d] = corners(0);
  return [
    front,
    cheek(-half),
    cheek(half),
    cover,
    ...[fascia(a, b), fascia(b, c), fascia(a, d), fascia(c, d)],
    createSoffit([-wide, face + overhang], [wide, face - overlap]),
    createSoffit([-wide, face], [overlap - half, meeting - overlap]),
    createSoffit([half - overlap, face], [wide, meeting - overlap]),
  ];
}
