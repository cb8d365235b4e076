import { rgb } from '#drawing/geometry/color.ts';
import { createBeam, type Panel } from '#drawing/geometry/panel.ts';
import { toFeet } from '#drawing/geometry/vector.ts';
import { getBodyLength, getDesignGeometry } from './design-geometry.ts';
import { type Fixture, getFixtures, TOP_THICKNESS } from './interior.ts';
import type { ShedDesign } from './shed-design.ts';

const TOP = rgb('#c99a5e');
const LEG = rgb('#b98a52');
const LEG_WIDTH = 3.5;
const MAX_LEG_SPACING = 48;

/** The shelf and the workbench of a shed, around the middle of its footprint; feet. */
export const createFixturePanels = (design: ShedDesign): Panel[] =>
  getFixtures(design).flatMap((fixture) => createFixture(design, fixture));

/** A shelf or a workbench, around the middle of the footprint; feet. */
export function createFixture(design: ShedDesign, fixture: Fixture): Panel[] {
  const { extra, from, to, depth, height } = fixture;
  const place = toBlock(design, fixture);
  const top = place([from, to], [0, depth], [height - TOP_THICKNESS, height], TOP);
  if (extra === 'shelf') return top;
  const gaps = Math.ceil((to - from - LEG_WIDTH) / MAX_LEG_SPACING);
  const legs = Array.from(
    { length: gaps + 1 },
    (_, i) => from + (i * (to - from - LEG_WIDTH)) / gaps,
  );
  return [
    ...top,
    ...legs.flatMap((x) =>
      place([x, x + LEG_WIDTH], [depth - LEG_WIDTH, depth], [0, height - TOP_THICKNESS], LEG),
    ),
  ];
}

/** Converts positions along a wall, from a fixture's back, and above the floor. */
function toBlock(design: ShedDesign, { wall, inset }: Fixture) {
  const { span, length, floorLevel } = getDesignGeometry(design);
  const body = getBodyLength(design);
  return (
    [left, right]: [number, number],
    [near, far]: [number, number],
    [low, high]: [number, number],
    color: typeof TOP,
  ) => {
    const out: [number, number] =
      wall === 'right' ? [span - inset - far, span - inset - near] : [inset + near, inset + far];
    const along: [number, number] =
      wall === 'left'
        ? [left, right]
        : wall === 'right'
          ? [body - right, body - left]
          : [span - right, span - left];
    const [x, z] = wall === 'back' ? [along, out] : [out, along];
    return createBeam(
      [toFeet(x[0] - span / 2), toFeet(floorLevel + low), toFeet(z[0] - length / 2)],
      [toFeet(x[1] - x[0]), toFeet(high - low), toFeet(z[1] - z[0])],
      color,
    );
  };
}
