import {
  getBodyLength,
  getDesignGeometry,
  hasSideWalls,
  toFramedOpening,
} from '#drawing/design/design-geometry.ts';
import { FRAMING_DEFAULTS, THICKNESS } from '#drawing/design/lumber.ts';
import { getRoughOpening } from '#drawing/design/rough-opening.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { ShedFrame } from '#drawing/framing/frame-shed.ts';
import {
  type IncludedOpening,
  listIncludedRoughOpenings,
} from '#drawing/framing/included-openings.ts';
import {
  BEVEL_NOTE,
  getFace,
  MEASURED_AT_MIDDLE,
  type Member,
  type MemberName,
  type WallMember,
  type WallName,
} from '#drawing/framing/member.ts';
import { formatDimension, formatFeetAndInches } from '#drawing/geometry/lengths.ts';
import { formatPieceSize } from '#drawing/geometry/material-sizes.ts';
import { toCorners } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import {
  area,
  createPositions,
  FILLS,
  type FramingDrawing,
  getExtent,
  getFrameTextSize,
  getYs,
  isAt,
  POSITION_NOTE,
  toPositions,
  writeInside,
} from './framing-shapes.ts';
import { createDimensions, type DrawnShape, frameDrawing } from './line-drawing.ts';

const WALL_TITLES: Record<WallName, string> = {
  front: 'Front wall',
  back: 'Back wall',
  left: 'Left wall',
  right: 'Right wall',
};

const LETTERS: Partial<Record<MemberName, string>> = {
  'king stud': 'K ',
  'jack stud': 'J ',
  'upper cripple': 'C ',
  'lower cripple': 'C ',
};

/** From the outside of a gable to a plane through its studs and its rafters, in inches. */
const GABLE_SECTION = 0.5;

/** A wall from outside with the positions of its studs; ends with the gable over them. */
export function drawWall(design: ShedDesign, frame: ShedFrame, name: WallName): FramingDrawing {
  const members = frame.walls[name];
  const end = name === 'front' || name === 'back' ? name : undefined;
  const length = end ? 12 * design.width : getBodyLength(design);
  const height = hasSideWalls(design) ? design.wallHeight : 0;
  const gable = end ? getGable(frame, end === 'back' ? 0 : getGableEnd(design)) : [];
  const gableShapes = end ? drawEnd(design, gable, end) : [];
  const wall = end ? drawEnd(design, members, end) : members.map(toWallArea);
  const textSize = getFrameTextSize([...wall, ...gableShapes]);
  const openings = design.openings
    .filter((opening) => opening.wall === name)
    .map((opening) =>
      getRoughOpening(
        toFramedOpening(opening),
        FRAMING_DEFAULTS,
        hasSideWalls(design) ? height : undefined,
      ),
    );
  const included =
    end && !(end === 'front' && hasPorchGable(design)) ? listIncluded(design, end) : [];
  const stops = openings.flatMap(({ left, right }) => [left, right]);
  const top = Math.min(...getYs([...wall, ...gableShapes]));
  const [from, to] = getExtent([...wall, ...gableShapes], length);
  const levels = openings.flatMap(({ bottom, top: head }) => [-bottom, -head]);
  const uprights = members.filter(({ isUpright }) => isUpright);
  const blocking = members.find(({ name: part }) => part === 'blocking');
  const labels = uprights.map(({ x, name: part }) => ({
    at: x + THICKNESS / 2,
    text: `${LETTERS[part] ?? ''}${formatFeetAndInches(x + THICKNESS / 2)}`,
  }));
  const drawing = frameDrawing(WALL_TITLES[name], [
    ...gableShapes,
    ...wall,
    ...openings.flatMap(({ left, right, bottom, top: head }) =>
      writeInside(
        { left, top: -head, width: right - left, height: head - bottom },
        ['Rough', `${formatFeetAndInches(right - left)} x`, formatFeetAndInches(head - bottom)],
        textSize,
      ),
    ),
    ...drawIncluded(included, textSize),
    ...createPositions(labels, { side: 'below', at: 0, textSize }),
    ...(stops.length > 0
      ? createDimensions([0, ...stops, length], { side: 'above', at: top, textSize })
      : []),
    ...createDimensions([0, length], { side: 'above', at: top, textSize, row: 1 }),
    ...(levels.length > 0
      ? createDimensions([0, ...levels], { side: 'left', at: from, textSize })
      : []),
    ...(height > 0 ? createDimensions([0, -height], { side: 'right', at: to, textSize }) : []),
    ...(gable.length > 0 || height === 0
      ? createDimensions([0, top], { side: 'right', at: to, textSize, row: height > 0 ? 1 : 0 })
      : []),
  ]);
  return {
    drawing,
    members: [...members, ...gable],
    notes: [
      `Positions ${POSITION_NOTE} K: king stud, J: jack stud, C: cripple.`,
      'Seen from outside. Plates run through doors; cut them out once the wall stands.',
      ...(blocking
        ? [
            `Blocking carries the siding panels’ upper edges: its middle is ${formatDimension(blocking.y + THICKNESS / 2)} above the floor.`,
          ]
        : []),
      ...(gable.some(({ name: part }) => part === 'gable stud')
        ? [
            `Gable studs are ${formatPieceSize(frame.spacing.studs)} on centre, ${MEASURED_AT_MIDDLE}`,
          ]
        : []),
      ...(height === 0 ? [BEVEL_NOTE] : []),
    ],
  };
}

/** Posts, beams and gable of a porch from the front. */
export function drawPorch(design: ShedDesign, frame: ShedFrame): FramingDrawing {
  const front = 12 * design.length - THICKNESS / 2;
  const porch = frame.porch.filter(
    ({ name, prism }) => name === 'porch post' || (name === 'porch beam' && isAt(prism, front)),
  );
  const members = [...porch, ...getGable(frame, 12 * design.length)];
  const shapes = drawEnd(design, members, 'front');
  const span = 12 * design.width;
  const textSize = getFrameTextSize(shapes);
  const [left, right] = getExtent(shapes, span);
  const top = Math.min(...getYs(shapes));
  const posts = porch.filter(({ name }) => name === 'porch post');
  const included = listIncluded(design, 'front');
  return {
    drawing: frameDrawing('Porch', [
      ...shapes,
      ...drawIncluded(included, textSize),
      ...createPositions(toPositions(posts, 'x'), { side: 'below', at: 0, textSize }),
      ...createDimensions([0, span], { side: 'above', at: top, textSize }),
      ...createDimensions([0, -design.wallHeight], { side: 'left', at: left, textSize }),
      ...createDimensions([0, top], { side: 'right', at: right, textSize }),
    ]),
    members: [
      ...frame.porch.filter(({ name }) => name !== 'ceiling joist'),
      ...members.filter(({ name }) => !name.startsWith('porch')),
    ],
    notes: [
      `Positions of posts ${POSITION_NOTE}`,
      BEVEL_NOTE,
      `Seen from the front. Beams are doubled and reach ${formatDimension(12 * design.porchDepth)} back to the wall.`,
    ],
  };
}

/** The openings that a gable has from its style or its vents; heights above the floor. */
function listIncluded(design: ShedDesign, end: 'front' | 'back'): IncludedOpening[] {
  const { plateLevel, floorLevel } = getDesignGeometry(design);
  const plates = plateLevel - floorLevel;
  return listIncludedRoughOpenings(design)
    .filter(({ surface }) => surface === end)
    .map((each) => ({ ...each, bottom: each.bottom + plates, top: each.top + plates }));
}

const drawIncluded = (openings: readonly IncludedOpening[], textSize: number): DrawnShape[] =>
  openings.flatMap(({ name, isFramed, left, right, bottom, top }) => {
    const [width, height] = [right - left, top - bottom];
    const box = { left, top: -top, width, height };
    if (isFramed) {
      const size = [`${formatFeetAndInches(width)} x`, formatFeetAndInches(height)];
      return writeInside(box, [name, ...size], textSize);
    }
    const corners = toCorners(left, -top, width, height);
    const triangle: Point[] = [
      [left, -bottom],
      [right, -bottom],
      [(left + right) / 2, -top],
    ];
    return [
      area(name === 'A-frame window' ? triangle : corners, 'paper', 'dashed'),
      ...writeInside(box, [name, 'frame on site'], textSize),
    ];
  });

/** True if a porch has a gable of its own, in front of the one over its wall. */
export const hasPorchGable = (design: ShedDesign): boolean =>
  design.porchDepth > 0 && hasSideWalls(design);

/** The outside of the front gable, from the back of the shed; on an A-frame the gable is over the porch. Inches. */
const getGableEnd = (design: ShedDesign): number =>
  hasSideWalls(design) ? getBodyLength(design) : 12 * design.length;

/** The gable studs, rafters and ridge over the plates of an end wall whose outside is at this position. */
function getGable(frame: ShedFrame, outside: number): Member[] {
  const at = outside === 0 ? GABLE_SECTION : outside - GABLE_SECTION;
  return frame.roof.filter(
    ({ prism, name: part }) => isAt(prism, at) && !part.startsWith('dormer'),
  );
}

/** Members seen along the building, above the floor. */
function drawEnd(design: ShedDesign, members: readonly Member[], end: 'front' | 'back') {
  const { floorLevel, span } = getDesignGeometry(design);
  return members.map(({ name, prism }) =>
    area(
      prism.outline.map(([x, y]): Point => [end === 'front' ? x : span - x, floorLevel - y]),
      FILLS[name] ?? 'paper',
    ),
  );
}

function toWallArea(member: WallMember): DrawnShape {
  const { width, height } = getFace(member);
  return area(
    toCorners(member.x, -member.y - height, width, height),
    FILLS[member.name] ?? 'paper',
  );
}
