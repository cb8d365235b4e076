import {
  getBodyLength,
  getDesignRoughOpening,
  getOpeningRectInFeet,
  hasSideWalls,
  listDoors,
} from '#drawing/design/design-geometry.ts';
import {
  createBodyWalls,
  createDesignParts,
  type PanelOptions,
} from '#drawing/design/design-panels.ts';
import { getFixtures } from '#drawing/design/interior.ts';
import { createFixture } from '#drawing/design/interior-panels.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import { createOpenLeaves, cutDoorways, listDoorways } from '#drawing/design/open-doors.ts';
import { resolveShed, type Shed } from '#drawing/design/resolve-shed.ts';
import { OPENINGS, type ShedDesign, type Wall } from '#drawing/design/shed-design.ts';
import { darken, rgb } from '#drawing/geometry/color.ts';
import { lightByLamp } from '#drawing/geometry/light.ts';
import { createBeam, createPanel, type Mark, type Panel } from '#drawing/geometry/panel.ts';
import { clipOutline, type Extent, toCorners } from '#drawing/geometry/prism.ts';
import {
  add,
  clipPolygon,
  dot,
  getCentroid,
  scale,
  sub,
  toFeet,
  type Vec3,
} from '#drawing/geometry/vector.ts';
import { createFramePanels } from './frame-panels.ts';
import { frameShed, type ShedFrame } from './frame-shed.ts';
import type { Member } from './member.ts';

/** The inside of a wall with its frame, which is seen from the other side of the wall's plane only. */
export type InsideWall = {
  panels: readonly Panel[];
  /** Out of the shed, and how far the wall is from the origin in that direction; feet. */
  out: Vec3;
  distance: number;
};

/** A shed that is open. Panels around the middle of its footprint, the front towards positive z; feet. */
export type OpenShed = {
  /** Seen from all sides. */
  panels: readonly Panel[];
  /** Behind siding and roof, close to them. */
  inside: readonly Panel[];
  walls: readonly InsideWall[];
};

const SHEATHING = rgb('#d8b27a');
const FLOOR = rgb('#c7a878');
const LOFT = rgb('#cdaa72');
const CONCRETE = rgb('#c3c0b8');
const ABOVE_SLAB = 0.005;
/** The inside is this far from the siding, so that neither covers the other; feet. */
const INSET = 0.03;
/** From a door to the studs beside it and to the header over it, in feet. */
const BESIDE_DOOR = 0.04;
const OVER_DOOR = 0.08;
/** How far frame and floor end before the siding, less than the sheathing; feet. */
const MARGIN = 0.02;
/** From the outside of the walls, in inches. */
const END_IN_ROOF = 3.5;
const LOFT_THICKNESS = 0.06;
/** The depth of end walls in which their gable studs are, in inches. */
const END_DEPTH = 8;
const GABLE_MEMBERS: readonly string[] = [
  'gable stud',
  'header',
  'sill',
  'upper cripple',
  'lower cripple',
];
/** A porch's deck; its posts and its roof are higher. In feet above the floor. */
const DECK_TOP = 0.1;

/**
 * A shed with open doors, or as one looks inside: without its roof, and without the walls that are in the way.
 * @param options.hasOpenDoors swings doors out, and rolls up the others
 * @param options.isInside removes roof and siding
 * @param options.isLit a lamp is on inside
 */
export function createOpenShed(
  design: ShedDesign,
  {
    snow = false,
    hasOpenDoors,
    isInside,
    isLit = false,
    defaults,
    card,
  }: PanelOptions & {
    hasOpenDoors: boolean;
    isInside: boolean;
    isLit?: boolean;
    defaults?: FramingDefaults | undefined;
  },
): OpenShed {
  const shed = resolveShed(design, snow, card);
  const frame = frameShed(design, defaults);
  const parts = createDesignParts(design, { snow, card });
  const light = (panels: readonly Panel[]) => (isLit ? panels.map(lightByLamp) : panels);
  const room = light([
    ...createFloor(shed),
    ...createFixtures(design, 'workbench'),
    ...createLoft(design, frame),
  ]);
  const walls = createBodyWalls(shed).map(({ name, panel }) => {
    const inside = createInsideWall(shed, name, panel, hasOpenDoors);
    const studs = createFramePanels(listWallMembers(design, frame, name), toSize(design));
    const leaves = hasOpenDoors ? createOpenLeaves(shed, name) : [];
    const shelf = createFixtures(design, 'shelf', name);
    return {
      plane: panel,
      inside: light([...inside, ...studs.map(withoutShadow), ...shelf]),
      leaves,
    };
  });
  if (isInside) {
    const around = parts.flatMap(({ name, panels }) => {
      if (name === 'porch') return panels.filter(isDeck(shed));
      return ['foundation', 'ramp', 'step'].includes(name) ? panels : [];
    });
    return {
      panels: [...around, ...room],
      inside: [],
      walls: [
        ...walls.map(({ plane, inside, leaves }) => toInsideWall(plane, [...inside, ...leaves])),
        ...(design.style === 'A-Frame' ? createSlopes(shed, frame) : []).map((slope) => ({
          ...slope,
          panels: light(slope.panels),
        })),
      ],
    };
  }
  const keepInside = clipToRoom(design);
  const shelves = hasSideWalls(design) ? [] : createFixtures(design, 'shelf');
  return {
    panels: [
      ...parts.flatMap(({ name, panels }) =>
        name === 'walls' ? panels.flatMap((panel) => cutOpenDoors(shed, panel)) : panels,
      ),
      ...walls.flatMap(({ leaves }) => leaves),
    ],
    inside: [
      ...room,
      ...light([...shelves, ...createUndersides(shed)]),
      ...walls.flatMap(({ inside }) => inside),
    ].flatMap(keepInside),
    walls: [],
  };
}

const toSize = ({ width, length }: ShedDesign) => ({ width: 12 * width, length: 12 * length });

/** The sun comes in by the doors alone: what is inside darkens nothing. */
const withoutShadow = (panel: Panel): Panel => ({ ...panel, casts: false });

const isDeck =
  ({ floor }: Shed) =>
  ({ corners }: Panel) =>
    corners.every(([, y]) => y <= floor + DECK_TOP);

function toInsideWall(plane: Panel, panels: readonly Panel[]): InsideWall {
  return { panels, out: plane.normal, distance: dot(plane.origin, plane.normal) };
}

/** Cuts off what is in the planes of the siding or beyond them, where it would be seen from outside. */
function clipToRoom(design: ShedDesign) {
  const x = design.width / 2 - MARGIN;
  const back = -design.length / 2;
  const front = back + toFeet(getBodyLength(design)) - MARGIN;
  const planes: ((p: Vec3) => number)[] = [
    (p) => p[0] + x,
    (p) => x - p[0],
    (p) => p[2] - back - MARGIN,
    (p) => front - p[2],
  ];
  return (panel: Panel): Panel[] => {
    const corners = planes.reduce<readonly Vec3[]>(clipPolygon, panel.corners);
    return corners.length > 0 ? [{ ...panel, corners }] : [];
  };
}

/** The shelf or the workbench of a design, or that along one of its walls. */
const createFixtures = (design: ShedDesign, extra: 'shelf' | 'workbench', wall?: Wall): Panel[] =>
  getFixtures(design)
    .filter((fixture) => fixture.extra === extra && (!wall || fixture.wall === wall))
    .flatMap((fixture) => createFixture(design, fixture));

function cutOpenDoors(shed: Shed, panel: Panel): Panel[] {
  const wall = getWall(panel);
  const [[inset] = [0]] = shed.profile;
  const doorways = listDoorways(shed, wall).map((each) => ({ ...each, left: each.left - inset }));
  return cutDoorways(panel, doorways);
}

const getWall = ({ normal }: Panel): Wall =>
  Math.abs(normal[2]) > 0.9 ? (normal[2] > 0 ? 'front' : 'back') : normal[0] > 0 ? 'right' : 'left';

/** The sheathing of a wall from inside, with its windows and its closed doors. */
function createInsideWall(shed: Shed, wall: Wall, siding: Panel, hasOpenDoors: boolean): Panel[] {
  const { design, colors } = shed;
  const [[inset] = [0]] = shed.profile;
  const out = siding.normal;
  const corners = siding.corners.map((corner) => sub(corner, scale(out, INSET)));
  const mirror = (left: number, width: number) => siding.width - (left - inset) - width;
  const marks = design.openings
    .filter((opening) => opening.wall === wall)
    .map((opening): Mark => {
      const { left, bottom, width, height } = getOpeningRectInFeet(design, opening);
      const points = toCorners(mirror(left, width), bottom, width, height);
      return OPENINGS[opening.type].kind === 'window'
        ? { type: 'glass', points, warm: false }
        : { type: 'area', points, color: darken(colors.door, 0.15) };
    });
  const inside = createPanel(corners, SHEATHING, {
    inside: add(getCentroid(corners), scale(out, 10)),
    marks,
    graded: false,
    casts: false,
  });
  if (!hasOpenDoors) return [inside];
  const doorways = listDoorways(shed, wall)
    .map(({ left, width, height }) => ({
      left: mirror(left, width) - BESIDE_DOOR,
      width: width + 2 * BESIDE_DOOR,
      height: height + OVER_DOOR,
    }))
    .reverse();
  return cutDoorways(inside, doorways);
}

/** The members of a wall and of the gable over it; plates are cut out of doorways. */
function listWallMembers(design: ShedDesign, frame: ShedFrame, wall: Wall): Member[] {
  const body = getBodyLength(design);
  const isInEnd = ({ prism: { from, to } }: Member) =>
    wall === 'front' ? from >= body - END_DEPTH && to <= body + 0.01 : to <= END_DEPTH;
  const isEnd = wall === 'front' || wall === 'back';
  const gable = frame.roof.filter((member) => GABLE_MEMBERS.includes(member.name));
  return [
    ...frame.walls[wall].flatMap((member) =>
      member.name === 'bottom plate' ? cutPlate(design, wall, member) : [member],
    ),
    ...(isEnd ? gable.filter(isInEnd) : []),
  ];
}

function cutPlate(design: ShedDesign, wall: Wall, plate: Member): Member[] {
  const [span, body] = [12 * design.width, getBodyLength(design)];
  const gaps = listDoors(design, wall)
    .map((door): Extent => {
      const { left, right } = getDesignRoughOpening(design, door);
      if (wall === 'back') return [span - right, span - left];
      return wall === 'right' ? [body - right, body - left] : [left, right];
    })
    .sort(([a], [b]) => a - b);
  const { outline, from, to } = plate.prism;
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const isEnd = wall === 'front' || wall === 'back';
  const [start, end]: Extent = isEnd ? [Math.min(...xs), Math.max(...xs)] : [from, to];
  const starts = [start, ...gaps.map(([, right]) => Math.max(start, right))];
  const ends = [...gaps.map(([left]) => Math.min(end, left)), end];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  return starts.flatMap((at, i): Member[] => {
    const stop = ends[i] ?? at;
    if (stop - at < 0.01) return [];
    const prism = isEnd
      ? { ...plate.prism, outline: toCorners(at, low, stop - at, high - low) }
      : { ...plate.prism, from: at, to: stop };
    return [{ ...plate, prism }];
  });
}

/** The floor from wall to wall. */
function createFloor({ design, floor, width, length, porchDepth, profile }: Shed): Panel[] {
  const isSlab = design.foundation === 'slab';
  const level = isSlab ? floor + ABOVE_SLAB : floor;
  const [[inset] = [0]] = profile;
  const [x, back, front] = [width / 2 - inset, -length / 2, length / 2 - porchDepth];
  const corners: Vec3[] = [
    [-x, level, back],
    [-x, level, front],
    [x, level, front],
    [x, level, back],
  ];
  return [
    createPanel(corners, isSlab ? CONCRETE : FLOOR, {
      inside: [0, -9, 0],
      graded: false,
      casts: false,
    }),
  ];
}

/** The ends of joists over the walls are in the roof. */
const withoutEnds =
  (span: number) =>
  (member: Member): Member => {
    const { outline } = member.prism;
    const ends = clipOutline(outline, ([x]) => x - END_IN_ROOF);
    const both = clipOutline(ends, ([x]) => span - END_IN_ROOF - x);
    return { ...member, prism: { ...member.prism, outline: both } };
  };

/** The joists of the loft and the sheets on them. */
function createLoft(design: ShedDesign, { loft }: ShedFrame): Panel[] {
  if (loft.length === 0) return [];
  const { width, length } = toSize(design);
  const outlines = loft.flatMap(({ prism }) => prism.outline);
  const top = Math.max(...outlines.map(([, y]) => y));
  const xs = outlines.filter(([, y]) => y > top - 0.01).map(([x]) => x);
  const [left, right] = [
    Math.max(END_IN_ROOF, Math.min(...xs)),
    Math.min(width - END_IN_ROOF, Math.max(...xs)),
  ];
  const [back, front] = [
    Math.min(...loft.map(({ prism }) => prism.from)),
    Math.max(...loft.map(({ prism }) => prism.to)),
  ];
  const joists = createFramePanels(loft.map(withoutEnds(width)), { width, length });
  return [
    ...joists,
    ...createBeam(
      [toFeet(left - width / 2), toFeet(top), toFeet(back - length / 2)],
      [toFeet(right - left), LOFT_THICKNESS, toFeet(front - back)],
      LOFT,
    ),
  ];
}

/** The undersides of the slopes over the room. */
function createUndersides({ volume, length, porchDepth }: Shed): Panel[] {
  const { frame, profile } = volume;
  const front = length - porchDepth;
  return profile.slice(1).map((to, i) => {
    const from = profile[i] ?? to;
    const corners = [
      frame(from[0], from[1] - INSET, 0),
      frame(from[0], from[1] - INSET, front),
      frame(to[0], to[1] - INSET, front),
      frame(to[0], to[1] - INSET, 0),
    ];
    const above = frame((from[0] + to[0]) / 2, 1000, front);
    return createPanel(corners, SHEATHING, { inside: above, graded: false, casts: false });
  });
}

/** The slopes of an A-frame with their rafters, which are its side walls. */
function createSlopes(shed: Shed, frame: ShedFrame): InsideWall[] {
  const { design } = shed;
  const [span, body] = [12 * design.width, getBodyLength(design)];
  return createUndersides(shed).map((panel): InsideWall => {
    const isLeft = panel.normal[0] > 0;
    const rafters = frame.roof.filter(({ name, prism: { outline, from, to } }) => {
      const middle = outline.reduce((sum, [x]) => sum + x, 0) / outline.length;
      return name === 'rafter' && from >= 0 && to <= body && middle < span / 2 === isLeft;
    });
    const out = scale(panel.normal, -1);
    const shelf = createFixtures(design, 'shelf', isLeft ? 'left' : 'right');
    const studs = createFramePanels(rafters, toSize(design)).map(withoutShadow);
    const panels = [panel, ...studs, ...shelf];
    return { panels, out, distance: dot(panel.origin, out) };
  });
}
