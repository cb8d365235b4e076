import { CEDAR, darken, rgb, SNOW } from '#drawing/geometry/color.ts';
import { createAwning, createCupola, createRamp, createSkids } from '#drawing/geometry/fixtures.ts';
import {
  createBar,
  createBox,
  createPanel,
  type Panel,
  placePanels,
} from '#drawing/geometry/panel.ts';
import {
  add,
  cross,
  getCentroid,
  normalize,
  scale,
  sub,
  toFeet,
  type Vec3,
} from '#drawing/geometry/vector.ts';
import { getApproach, getRampRun } from './approach.ts';
import { getDesignGeometry, WALL_ANGLES } from './design-geometry.ts';
import { getFloorSupports } from './floor.ts';
import { FRAMING_DEFAULTS } from './lumber.ts';
import { DECK_DEPTH } from './porch-panels.ts';
import { resolveShed, type Shed } from './resolve-shed.ts';
import { getEavePitch } from './roof-shapes.ts';
import type { ShedDesign, Wall } from './shed-design.ts';
import { getSkylight, toPoint } from './skylight.ts';
import { AWNING_SHAPE, listStyleFeatures } from './style-features.ts';

const CONCRETE = rgb('#c3c0b8');
const RIM = rgb('#9a8466');
const POST = rgb('#a5a29a');

/** The foundation under the floor and the porch; feet. */
export function createFoundation(shed: Shed): Panel[] {
  const { design, width, length, porchDepth, floor } = shed;
  if (design.foundation === 'slab') {
    return createBox([-width / 2, 0, -length / 2], [width, floor, length], CONCRETE);
  }
  const front = length / 2 - porchDepth;
  return [
    ...createFoundationBlock(shed, -length / 2, front, floor),
    ...(porchDepth > 0
      ? createFoundationBlock(shed, front, length / 2, Math.max(0.05, floor - DECK_DEPTH))
      : []),
  ];
}

function createFoundationBlock(
  { design, width }: Shed,
  from: number,
  to: number,
  height: number,
): Panel[] {
  const x = -width / 2;
  const length = to - from;
  if (design.foundation !== 'posts') return createSkids(x, from, width, length, height);
  const rim = Math.min(0.6, height / 2);
  return [
    ...createSupports(design, { from, to, top: height - rim }),
    ...createBox([x, height - rim, from], [width, rim, length], RIM).filter(isUpright),
  ];
}

// The floor covers the top.
const isUpright = ({ normal }: Panel) => normal[1] < 0.5;

/** Posts and skids as they are framed, up to a level and between two distances from the middle; feet. */
function createSupports(
  design: ShedDesign,
  { from, to, top }: { from: number; to: number; top: number },
): Panel[] {
  const [width, length] = [12 * design.width, 12 * design.length];
  const floor = { width, length, foundation: design.foundation };
  return getFloorSupports(floor, FRAMING_DEFAULTS).flatMap(({ x, y, z }) => {
    const [low, high] = [toFeet(y[0]), Math.min(top, toFeet(y[1]))];
    const back = Math.max(from, toFeet(z[0] - length / 2));
    const front = Math.min(to, toFeet(z[1] - length / 2));
    if (high <= low || front <= back) return [];
    const size: Vec3 = [toFeet(x[1] - x[0]), high - low, front - back];
    return createBox([toFeet(x[0] - width / 2), low, back], size, POST);
  });
}

/** Puts panels on a wall that were made around its left corner on the ground, facing the viewer; feet. */
export function placeOnWall(
  { width, length, porchDepth }: Shed,
  wall: Wall,
  panels: Panel[],
): Panel[] {
  const [x, front, back] = [width / 2, length / 2 - porchDepth, -length / 2];
  const corners: Record<Wall, readonly [number, number]> = {
    front: [-x, front],
    right: [x, front],
    back: [x, back],
    left: [-x, back],
  };
  return placePanels(panels, ...corners[wall], WALL_ANGLES[wall]);
}

/** A ramp to the main door, or a step where the floor is high or the porch begins. */
export function createApproach(shed: Shed): { name: 'ramp' | 'step'; panels: Panel[] } {
  const hasRamp = shed.design.extras.includes('ramp');
  const name = hasRamp ? 'ramp' : 'step';
  const approach = getApproach(shed.design);
  if (approach === undefined) return { name, panels: [] };
  const { wall } = approach;
  const [left, width, start] = [
    toFeet(approach.left),
    toFeet(approach.width),
    toFeet(approach.start),
  ];
  if (hasRamp) {
    const run = toFeet(getRampRun(shed.design));
    return {
      name,
      panels: placeOnWall(shed, wall, createRamp(left, start, width, shed.floor, run)),
    };
  }
  const steps = shed.floor > 1 ? [0.5, 1] : start > 0 ? [0.55] : [];
  return {
    name,
    panels: steps.flatMap((share, i) =>
      placeOnWall(
        shed,
        wall,
        createBox(
          [left, 0, start + (steps.length - 1 - i)],
          [width, (shed.floor * share * 2) / 3 + 0.05, 1.1],
          rgb('#b08d63'),
        ),
      ),
    ),
  };
}

/** A cupola in the middle of the ridge behind the porch. */
export function createRidgeCupola({ ridge, profile, colors, ...shed }: Shed): Panel[] {
  const { porchDepth, width, volume } = shed;
  const size = width < 9 ? 1.2 : 1.5;
  const y = ridge + volume.roof.thickness + (volume.roof.snow ?? 0);
  const middle = Math.floor(profile.length / 2);
  const pitch = getEavePitch({ slope: profile.slice(middle - 1) });
  const { trim, roof: cap } = colors;
  return createCupola([0, y, -porchDepth / 2], pitch, size, { trim, cap });
}

/** The tops of the roof and of the cupola on it, which without one are the same; inches over the ground. */
export function getRoofLevels(design: ShedDesign): { roof: number; top: number } {
  const { ridgeLevel, thickness } = getDesignGeometry(design);
  const roof = ridgeLevel + thickness;
  if (!design.extras.includes('cupola')) return { roof, top: roof };
  const cupola = createRidgeCupola(resolveShed(design, false));
  return {
    roof,
    top: 12 * Math.max(...cupola.flatMap(({ corners }) => corners.map(([, y]) => y))),
  };
}

/** A roof on brackets over the main door of a farmhouse. */
export function createDoorAwning(shed: Shed): Panel[] {
  const awning = listStyleFeatures(shed.design).find(({ name }) => name === 'door awning');
  if (awning === undefined || awning.surface === 'dormer') return [];
  const y = shed.floor + toFeet(awning.bottom + awning.height);
  const panels = createAwning(
    toFeet(awning.left),
    y,
    toFeet(awning.width),
    { drop: toFeet(awning.height), ...AWNING_SHAPE },
    shed.colors.roof,
    CEDAR,
  );
  return placeOnWall(shed, awning.surface, panels);
}

/** The hood over the loft door of a Dutch barn: the roof drawn out at the ridge. */
export function createHayHood({ design, length, ridge, volume, colors, plate }: Shed): Panel[] {
  const hood = listStyleFeatures(design).find(({ name }) => name === 'hay hood');
  if (hood === undefined) return [];
  const { roof } = volume;
  const top = ridge + roof.thickness + (roof.snow ?? 0);
  const z = length / 2 + roof.rake;
  const half = toFeet(hood.width / 2);
  const knee = top - toFeet(hood.height);
  const createSide = (sign: number): Panel[] => {
    const corners: Vec3[] = [
      [0, top, z],
      [sign * half, knee, z],
      [0, top - 0.25, z + 2.3],
    ];
    const cover = roof.snow === undefined ? colors.roof : SNOW;
    return [
      createPanel(corners, cover, { inside: [0, plate, z], graded: false }),
      createPanel(corners, darken(colors.trim, 0.12), {
        inside: [0, 1000, z],
        graded: false,
        casts: false,
      }),
    ];
  };
  return [
    ...createSide(1),
    ...createSide(-1),
    ...createBar([0, top - 0.9, z - 0.4], [0, top - 0.7, z + 1.7], 0.3, colors.trim),
  ];
}

/** A skylight over its opening in the frame; feet. */
export function createSkylight({ design, profile, width, length, volume, colors }: Shed): Panel[] {
  const skylight = getSkylight(design);
  const middle = Math.floor(profile.length / 2);
  const [from, to] = [profile[middle - 1], profile[middle]];
  if (skylight === undefined || from === undefined || to === undefined) return [];
  const side = skylight.side === 'left' ? -1 : 1;
  const pitch = (to[1] - from[1]) / (to[0] - from[0]);
  const toSpace = (at: number): Vec3 => {
    const x = toFeet(toPoint(skylight, at, 0)[0]);
    const y = from[1] + (x - from[0]) * pitch + volume.roof.thickness;
    return [side * (width / 2 - x), y, toFeet(skylight.center) - length / 2];
  };
  const openingCenter = (skylight.low + skylight.high) / 2;
  const [low, high] = [-0.5, 0.5].map((share) =>
    toSpace(openingCenter + share * skylight.unit.height),
  ) as [Vec3, Vec3];
  const out = scale(normalize(cross(sub(high, low), [0, 0, 1])), side);
  const lift = scale(out, 0.16 + (volume.roof.snow ?? 0) * 0.5);
  const half = toFeet(skylight.unit.width / 2);
  const onRoof = [-half, half].map((across): Vec3 => add(low, [0, 0, across]));
  onRoof.push(...[half, -half].map((across): Vec3 => add(high, [0, 0, across])));
  const top = onRoof.map((corner) => add(corner, lift));
  const frame = darken(colors.roof, 0.35);
  const inside = getCentroid(onRoof);
  const curb = onRoof.map((corner, i): Panel => {
    const next = onRoof[(i + 1) % 4] ?? corner;
    const side = [corner, next, add(next, lift), add(corner, lift)];
    return createPanel(side, frame, { inside, graded: false, casts: false });
  });
  return [
    createPanel(top, frame, {
      inside: [0, 0, 0],
      graded: false,
      marks: (w, h) => [
        {
          type: 'glass',
          points: [
            [0.16, 0.16],
            [w - 0.16, 0.16],
            [w - 0.16, h - 0.16],
            [0.16, h - 0.16],
          ],
        },
      ],
    }),
    ...curb,
  ];
}
