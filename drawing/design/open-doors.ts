import { darken, type Rgb } from '#drawing/geometry/color.ts';
import { createDoorLeaf, type DoorLook, LEAF_GAP } from '#drawing/geometry/openings.ts';
import { createBeam, type Panel, placePanels } from '#drawing/geometry/panel.ts';
import { clipPolygon, dot, sub, type Vec3 } from '#drawing/geometry/vector.ts';
import { getOpeningRectInFeet, listDoors } from './design-geometry.ts';
import { placeOnWall } from './feature-panels.ts';
import { getDoorLook } from './opening-marks.ts';
import type { Shed } from './resolve-shed.ts';
import { OPENINGS, type Wall } from './shed-design.ts';

const LEAF_THICKNESS = 0.146;
/** How far doors swing outwards, in degrees; on a porch not past its railing. */
const SWING = 100;
const SWING_ON_PORCH = 90;
/** What is seen of a rolled-up door below its header, in feet. */
const ROLLED_UP = 0.5;

/** An open door in its wall, in feet from the wall's left corner seen from outside; it begins at the floor. */
export type Doorway = { left: number; width: number; height: number };

/** The doorways of a wall with its doors open, from left to right. */
export function listDoorways({ design }: Shed, wall: Wall): Doorway[] {
  return listDoors(design, wall)
    .map((door) => {
      const { left, width, height } = getOpeningRectInFeet(design, door);
      return { left, width, height: door.type === 'roll-up-door-84' ? height - ROLLED_UP : height };
    })
    .sort((a, b) => a.left - b.left);
}

/**
 * A wall without its doorways: pieces beside and over them, each with the details of the whole wall.
 * @param doorways from left to right, in feet from the panel's left edge
 */
export function cutDoorways(wall: Panel, doorways: readonly Doorway[]): Panel[] {
  const across = (p: Vec3) => dot(sub(p, wall.origin), wall.u);
  const up = (p: Vec3) => dot(sub(p, wall.origin), wall.v);
  const cut = (from: number, to: number, bottom: number): Panel[] => {
    const right = clipPolygon(wall.corners, (p) => across(p) - from);
    const middle = clipPolygon(right, (p) => to - across(p));
    const corners = clipPolygon(middle, (p) => up(p) - bottom);
    return corners.length > 0 ? [{ ...wall, corners }] : [];
  };
  const starts = [-1, ...doorways.map(({ left, width }) => left + width)];
  const ends = [...doorways.map(({ left }) => left), wall.width + 1];
  return [
    ...starts.flatMap((from, i) => cut(from, ends[i] ?? from, -1)),
    ...doorways.flatMap(({ left, width, height }) => cut(left, left + width, height)),
  ];
}

/** The leaves of the open doors of a wall, on their hinges; feet. Rolled-up doors have none. */
export function createOpenLeaves(shed: Shed, wall: Wall): Panel[] {
  const { design, colors, floor, porchDepth } = shed;
  const look = getDoorLook(design, colors);
  const swing = wall === 'front' && porchDepth > 0 ? SWING_ON_PORCH : SWING;
  return listDoors(design, wall)
    .filter(({ type }) => type !== 'roll-up-door-84')
    .flatMap((door) => {
      const { left, width, height } = getOpeningRectInFeet(design, door);
      const isDouble = OPENINGS[door.type].leaves === 2;
      const leafWidth = isDouble ? width / 2 - LEAF_GAP : width;
      const hinged = (isLeft: boolean) =>
        placePanels(
          createLeaf(leafWidth, height, floor, look, isLeft),
          isLeft ? left : left + width,
          0,
          isLeft ? -swing : swing,
        );
      return placeOnWall(shed, wall, [...hinged(true), ...(isDouble ? hinged(false) : [])]);
    });
}

/** A leaf that faces the viewer, its hinges at the origin; feet. */
function createLeaf(
  width: number,
  height: number,
  level: number,
  look: DoorLook,
  isHingedLeft: boolean,
): Panel[] {
  const inside: Rgb = darken(look.color, 0.1);
  const at: Vec3 = [isHingedLeft ? 0 : -width, level, -LEAF_THICKNESS];
  return createBeam(at, [width, height, LEAF_THICKNESS], inside).map((panel) =>
    panel.normal[2] > 0.9
      ? {
          ...panel,
          color: look.color,
          marks: createDoorLeaf(0, 0, width, height, look, isHingedLeft),
        }
      : panel,
  );
}
