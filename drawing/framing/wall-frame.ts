import { type FramingDefaults, SECTIONS, type Section, THICKNESS } from '#drawing/design/lumber.ts';
import { createLayout, getMaxLength, splitAtSupport } from '#drawing/design/lumber-layout.ts';
import {
  type FramedOpening,
  getRoughOpening,
  HEADER_DEPTH,
  type RoughOpening,
  TOP_PLATES,
} from '#drawing/design/rough-opening.ts';
import { clipOutline, createBlock, type Extent, type Prism } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import type { MemberName, WallMember, WallName } from './member.ts';

type FramedWall = {
  name: WallName;
  /** The length of the wall's side of the building, from outside to outside. */
  length: number;
  /** From the floor to the top of the plates; an end wall without plates ends at its roof. */
  height: number;
  /** Side walls run through from corner to corner; end walls stand between them. */
  runsThrough: boolean;
  openings: readonly FramedOpening[];
  studs: Section;
  position: WallPosition;
  /** The levels above the floor at which siding panels meet. */
  seams: readonly number[];
  /** The underside of the rafters above the floor, if the wall reaches up to them. */
  roof?: (x: number) => number;
};

/** A wall's position in the building, in inches. */
type WallPosition = {
  /** The top of the floor above the ground. */
  floor: number;
  /** The width of the building, and the length of its enclosed part. */
  width: number;
  bodyLength: number;
};

/** A king and a jack stud beside an opening. */
const BESIDE = 2 * THICKNESS;
/** The shortest pieces along the edge of a sloped roof, and the shortest blocking between studs. */
const MIN_STUD = 2;
const MIN_BLOCKING = 1;
const TOLERANCE = 1e-9;

/**
 * The studs, plates and headers of a wall, laid out from the corner that needs less lumber. Plates run
 * through door openings; they are cut out once the wall stands.
 * @returns members in inches, and whether the layout begins at the right corner
 */
export function frameWall(
  wall: FramedWall,
  defaults: FramingDefaults,
): { members: WallMember[]; isFromRight: boolean } {
  const [fromLeft, fromRight] = [false, true].map((isMirrored) =>
    frameFromCorner(wall, isMirrored, defaults),
  ) as [WallMember[], WallMember[]];
  const isFromRight = getCost(fromRight) < getCost(fromLeft);
  return { members: isFromRight ? fromRight : fromLeft, isFromRight };
}

/** Compares the total length first, then the single lengths, so that mirrored walls agree. */
function getCost(members: readonly WallMember[]): string {
  const lengths = members.map(({ length }) => Math.round(1000 * length)).sort((a, b) => a - b);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return [total, ...lengths].map((each) => `${each}`.padStart(9, '0')).join();
}

function frameFromCorner(
  wall: FramedWall,
  isMirrored: boolean,
  defaults: FramingDefaults,
): WallMember[] {
  const { length, height, runsThrough, roof, studs: section, name } = wall;
  const wallDepth = SECTIONS[section].depth;
  const hasPlates = roof === undefined;
  const start = runsThrough || !hasPlates ? 0 : wallDepth;
  const end = length - start;
  const top = (x: number) => (roof ? roof(x) : height - TOP_PLATES);
  const openings = wall.openings.map((opening) => ({
    ...getRoughOpening(opening, defaults, hasPlates ? height : undefined),
    type: opening.type,
  }));
  const layout = createLayout({ start, end }, defaults.studSpacing).map((x) => x + THICKNESS / 2);
  const centers = isMirrored ? layout.map((x) => length - x) : layout;
  const place = (outline: readonly Point[], depth: Extent): Prism =>
    placeInBuilding(name, wall.position, outline, depth);

  const upright = (member: MemberName, x: number, y: number, to: (x: number) => number) => {
    const outline = clipBelow([x, x + THICKNESS], y, to);
    return {
      name: member,
      section,
      length: to(x + THICKNESS / 2) - y,
      cutAllowance: Math.abs(to(x + THICKNESS) - to(x)),
      x,
      y,
      isUpright: true,
      prism: place(outline, [0, wallDepth]),
    };
  };
  const level = (
    member: MemberName,
    [from, to]: Extent,
    y: number,
    options: { section?: Section; depth?: Extent } = {},
  ): WallMember => {
    const lumber = SECTIONS[options.section ?? section];
    const face = member === 'header' ? lumber.depth : lumber.thickness;
    return {
      name: member,
      section: options.section ?? section,
      length: to - from,
      x: from,
      y,
      isUpright: false,
      prism: place(toRectangle([from, to], [y, y + face]), options.depth ?? [0, wallDepth]),
    };
  };
  const plate = (member: MemberName, run: Extent, y: number, row: 'first' | 'second' = 'first') =>
    splitAtSupport(
      run,
      { maxLength: getMaxLength(defaults), spacing: defaults.studSpacing },
      row,
    ).map((piece) => level(member, piece, y));
  const studs = getStudPositions(centers, openings).flatMap((x) => {
    const stud = upright('stud', x, THICKNESS, top);
    return stud.length >= MIN_STUD ? [stud] : [];
  });
  const headerDepths: Extent[] = [
    [0, THICKNESS],
    [wallDepth - THICKNESS, wallDepth],
  ];
  const lap = runsThrough ? wallDepth : -wallDepth;
  const members = [
    ...plate('bottom plate', hasPlates ? [start, end] : getExtentAt(wall, THICKNESS), 0),
    ...(hasPlates
      ? [
          ...plate('top plate', [start, end], height - TOP_PLATES),
          ...plate('upper top plate', [start + lap, end - lap], height - THICKNESS, 'second'),
        ]
      : []),
    ...studs,
    ...openings.flatMap(({ left, right, bottom, top: head, type }) => {
      const jackTop = () => head;
      const overHeader = head + HEADER_DEPTH;
      const over: Extent = [left - THICKNESS, right + THICKNESS];
      const upper = getCripples(centers, over)
        .map((x) => upright('upper cripple', x, overHeader, top))
        .filter(({ length: cut }) => cut > TOLERANCE);
      const lower = getCripples(centers, [left, right]);
      return [
        upright('king stud', left - BESIDE, THICKNESS, top),
        upright('king stud', right + THICKNESS, THICKNESS, top),
        upright('jack stud', left - THICKNESS, THICKNESS, jackTop),
        upright('jack stud', right, THICKNESS, jackTop),
        ...headerDepths.map((depth) =>
          level('header', over, head, { section: defaults.header, depth }),
        ),
        ...upper,
        ...(type === 'window'
          ? [
              level('sill', [left, right], bottom - THICKNESS),
              ...lower.map((x) => upright('lower cripple', x, THICKNESS, () => bottom - THICKNESS)),
            ]
          : []),
      ];
    }),
  ];
  const blocking = wall.seams.flatMap((seam) => {
    const y = getBlockingLevel(wall, seam);
    if (y === undefined) return [];
    const run: Extent = hasPlates ? [start, end] : getExtentAt(wall, y + THICKNESS);
    return getBlockingExtents(members, run, y).map((extent) => level('blocking', extent, y));
  });
  return [...members, ...blocking];
}

/** The lower edge of the blocking with a seam in its middle, or below the plates; undefined if they carry it. */
function getBlockingLevel({ height, roof }: FramedWall, seam: number): number | undefined {
  const plates = roof ? Number.POSITIVE_INFINITY : height - TOP_PLATES;
  return seam >= plates ? undefined : Math.min(seam - THICKNESS / 2, plates - THICKNESS);
}

/** Places blocking between the studs and cripples at a level. */
function getBlockingExtents(
  members: readonly WallMember[],
  [from, to]: Extent,
  y: number,
): Extent[] {
  const passing = members
    .filter((member) => member.isUpright && member.y <= y && member.name !== 'lower cripple')
    .filter(({ name }) => name !== 'jack stud')
    .map(({ x }) => x)
    .sort((a, b) => a - b);
  const starts = [from, ...passing.map((x) => Math.max(from, x + THICKNESS))];
  return [...passing, to].flatMap((end, index): Extent[] => {
    const begin = starts[index] ?? from;
    return Math.min(end, to) - begin >= MIN_BLOCKING ? [[begin, Math.min(end, to)]] : [];
  });
}

/**
 * The left edges of the full studs: layout studs inside an opening go, others move aside as far as a king
 * requires and still carry the panel edges on their layout.
 */
export function getStudPositions(
  centers: readonly number[],
  openings: readonly RoughOpening[],
  beside = BESIDE,
): number[] {
  return centers.flatMap((center) => {
    let x = center - THICKNESS / 2;
    for (const { left, right } of openings) {
      const [from, to] = [left - beside, right + beside];
      if (center > from + TOLERANCE && center < to - TOLERANCE) return [];
      if (center <= from) x = Math.min(x, from - THICKNESS);
      else x = Math.max(x, to);
    }
    return [x];
  });
}

/** The left edges of cripples on the layout within a run, moved aside at its ends. */
export const getCripples = (centers: readonly number[], [from, to]: Extent): number[] =>
  centers
    .filter((center) => center > from + TOLERANCE && center < to - TOLERANCE)
    .map((center) => Math.min(Math.max(center - THICKNESS / 2, from), to - THICKNESS));

/** The part of a wall that is at least this high, if its roof reaches the floor. */
function getExtentAt({ length, roof = () => 0 }: FramedWall, height: number): Extent {
  const rise = roof(length / 4) - roof(0);
  const from = ((height - roof(0)) * (length / 4)) / rise;
  return [from, length - from];
}

const toRectangle = ([left, right]: Extent, [low, high]: Extent): Point[] => [
  [left, low],
  [right, low],
  [right, high],
  [left, high],
];

/** An upright piece of this width whose top follows a roof that is straight or peaks within it. */
function clipBelow([left, right]: Extent, bottom: number, top: (x: number) => number): Point[] {
  const middle = (left + right) / 2;
  const heights = [top(left), top(middle), top(right)] as const;
  if (Math.min(...heights) > bottom) {
    return [
      [left, bottom],
      [right, bottom],
      [right, heights[2]],
      [middle, heights[1]],
      [left, heights[0]],
    ];
  }
  // Close to the eave the roof meets the bottom of the piece.
  const slope = (heights[2] - heights[0]) / (right - left);
  return clipOutline(
    toRectangle([left, right], [bottom, Math.max(...heights, bottom)]),
    ([x, y]) => heights[0] + slope * (x - left) - y,
  );
}

function placeInBuilding(
  wall: WallName,
  { floor, width, bodyLength }: WallPosition,
  outline: readonly Point[],
  [outer, inner]: Extent,
): Prism {
  const raised = outline.map(([x, y]): Point => [x, y + floor]);
  if (wall === 'front')
    return { outline: raised, from: bodyLength - inner, to: bodyLength - outer };
  if (wall === 'back') {
    return {
      outline: raised.map(([x, y]): Point => [width - x, y]).reverse(),
      from: outer,
      to: inner,
    };
  }
  const xs = raised.map(([x]) => x);
  const ys = raised.map(([, y]) => y);
  const along: Extent = [Math.min(...xs), Math.max(...xs)];
  const y: Extent = [Math.min(...ys), Math.max(...ys)];
  return wall === 'left'
    ? createBlock([outer, inner], y, along)
    : createBlock([width - inner, width - outer], y, [
        bodyLength - along[1],
        bodyLength - along[0],
      ]);
}
