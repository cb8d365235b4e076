import { createFoundation } from '#drawing/design/feature-panels.ts';
import { createFixturePanels } from '#drawing/design/interior-panels.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import { resolveShed } from '#drawing/design/resolve-shed.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { type Rgb, rgb } from '#drawing/geometry/color.ts';
import { createPanel, type Panel } from '#drawing/geometry/panel.ts';
import { toFeet, type Vec3 } from '#drawing/geometry/vector.ts';
import { frameShed, getMembers } from './frame-shed.ts';
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

/**
 * The panels of a shed's frame with its shelf and workbench, around the middle of the footprint: the front
 * towards positive z, in feet.
 * @param defaults of the frame, such as the spacing of studs
 */
export function createShedFramePanels(design: ShedDesign, defaults?: FramingDefaults): Panel[] {
  const size = { width: 12 * design.width, length: 12 * design.length };
  const members = createFramePanels(getMembers(frameShed(design, defaults)), size);
  const slab = design.foundation === 'slab' ? createFoundation(resolveShed(design, false)) : [];
  return [...slab, ...members, ...createFixturePanels(design)];
}
