import { createPanel, type Panel } from '../building/panel.ts';
import { type Rgb, rgb } from '../color.ts';
import { toFeet, type Vec3 } from '../vector.ts';
import type { Member, MemberName } from './member.ts';

const PINE = rgb('#e0bb83');
const DARK_PINE = rgb('#cfa56b');
/** Pressure-treated lumber. */
const TREATED = rgb('#8a7152');

const COLORS: Partial<Record<MemberName, Rgb>> = {
  'foundation post': TREATED,
  skid: TREATED,
  rim: DARK_PINE,
  joist: DARK_PINE,
  'bottom plate': DARK_PINE,
  'top plate': DARK_PINE,
  'upper top plate': DARK_PINE,
  header: DARK_PINE,
  sill: DARK_PINE,
  ridge: DARK_PINE,
  'dormer header': DARK_PINE,
  'dormer plate': DARK_PINE,
  'dormer sill': DARK_PINE,
  'skylight header': DARK_PINE,
  'porch post': TREATED,
  'porch beam': DARK_PINE,
  'deck board': TREATED,
};

/**
 * Members of a frame as panels around the middle of the footprint, the front towards positive z.
 * @param footprint of the shed, in inches
 * @returns panels in feet
 */
export function createFramePanels(
  members: readonly Member[],
  { width, length }: { width: number; length: number },
): Panel[] {
  const toSpace = (x: number, y: number, z: number): Vec3 => [
    toFeet(x - width / 2),
    toFeet(y),
    toFeet(z - length / 2),
  ];
  return members.flatMap(({ name, prism: { outline, from, to } }) => {
    const color = COLORS[name] ?? PINE;
    const near = outline.map(([x, y]) => toSpace(x, y, to));
    const far = outline.map(([x, y]) => toSpace(x, y, from));
    const sides = near.map((corner, index): Vec3[] => {
      const next = (index + 1) % near.length;
      return [far[index] ?? corner, far[next] ?? corner, near[next] ?? corner, corner];
    });
    return [near, [...far].reverse(), ...sides].map((corners) =>
      createPanel(corners, color, { graded: false }),
    );
  });
}
