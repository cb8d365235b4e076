import { type FramingDefaults, SECTIONS, THICKNESS } from '#drawing/design/lumber.ts';
import { getRidgeUnderside, getUnderside, type Roof } from '#drawing/design/roof-levels.ts';
import type { RoughOpening } from '#drawing/design/rough-opening.ts';
import { clipOutline, createBlock, type Extent } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import type { Member, MemberName } from './member.ts';
import { getCripples, getStudPositions } from './wall-frame.ts';

/**
 * The studs between the plates and the rafters of the gables and over the wall behind a porch, from left to right. Studs
 * beside an opening, its header and its sill are single, because they carry no roof.
 * @param openings above the plates
 */
export function frameGables(
  roof: Roof,
  openings: { front?: RoughOpening | undefined; back?: RoughOpening | undefined },
  defaults: FramingDefaults,
): Member[] {
  const { shape, span, length, bodyLength, plate } = roof;
  if (shape.wallHeight === 0) return [];
  const { depth } = SECTIONS['2x4'];
  const ridge = SECTIONS[defaults.ridge];
  const ridgeBottom = getRidgeUnderside(roof, defaults);
  const under = (x: number) => {
    const isAtRidge = Math.abs(x - span / 2) < (ridge.thickness + THICKNESS) / 2;
    const height = getUnderside(roof, x, defaults);
    return shape.hasRidgeBoard && isAtRidge ? Math.min(height, ridgeBottom) : height;
  };
  const centers = getGableCenters(span, defaults);
  const frameEnd = (z: Extent, opening?: RoughOpening): Member[] => {
    const upright = (name: MemberName, left: number, bottom: number, top = under): Member[] => {
      const [x, right] = [left + THICKNESS / 2, left + THICKNESS];
      const studLength = top(x) - bottom;
      if (studLength < defaults.minGableStud) return [];
      const block = createBlock([left, right], [bottom, span], z).outline;
      const outline = [left, right].reduce(
        (clipped, edge) => clipAlong(clipped, [x, top(x)], [edge, top(edge)]),
        block as Point[],
      );
      const raised = outline.map(([atX, y]): Point => [atX, y + plate]);
      const cutAllowance = Math.abs(top(right) - top(left));
      const prism = { outline: raised, from: z[0], to: z[1] };
      return [{ name, section: '2x4', length: studLength, cutAllowance, prism }];
    };
    if (!opening) return centers.flatMap((x) => upright('gable stud', x - THICKNESS / 2, 0));
    const { left, right, bottom, top } = opening;
    const level = (name: MemberName, y: number): Member => {
      const block = createBlock([left, right], [y, y + THICKNESS], z).outline;
      // On narrow sheds the rafters cut the corners of the header.
      const outline = [left, right - 1].reduce(
        (clipped, x) => clipAlong(clipped, [x, under(x)], [x + 1, under(x + 1)]),
        block as Point[],
      );
      const raised = outline.map(([x, atY]): Point => [x, atY + plate]);
      const prism = { outline: raised, from: z[0], to: z[1] };
      return { name, section: '2x4', length: right - left, prism };
    };
    const studs = [
      ...getStudPositions(centers, [opening], THICKNESS),
      left - THICKNESS,
      right,
    ].sort((a, b) => a - b);
    const cripples = getCripples(centers, [left, right]);
    const sill = bottom - THICKNESS;
    return [
      ...studs.flatMap((x) => upright('gable stud', x, 0)),
      level('header', top),
      ...cripples.flatMap((x) => upright('upper cripple', x, top + THICKNESS)),
      ...(sill >= 0 ? [level('sill', sill)] : []),
      ...cripples.flatMap((x) => upright('lower cripple', x, 0, () => sill)),
    ];
  };
  return [
    ...frameEnd([0, depth], openings.back),
    ...(bodyLength < length ? frameEnd([bodyLength - depth, bodyLength]) : []),
    ...frameEnd([length - depth, length], openings.front),
  ];
}

function getGableCenters(span: number, { studSpacing }: FramingDefaults): number[] {
  const count = Math.ceil(span / studSpacing) - 1;
  return Array.from({ length: count }, (_, index) => (index + 1) * studSpacing);
}

/** The part of an outline below the line through two points. */
function clipAlong(outline: readonly Point[], a: Point, b: Point): Point[] {
  const pitch = (b[1] - a[1]) / (b[0] - a[0]);
  return clipOutline(outline, ([x, y]) => a[1] + (x - a[0]) * pitch - y);
}
