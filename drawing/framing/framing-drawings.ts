import {
  getBodyLength,
  getDesignGeometry,
  hasSideWalls,
  toFramedOpening,
} from '../design/geometry.ts';
import {
  CHARACTER_WIDTH,
  createDimensions,
  type DrawnShape,
  type Fill,
  formatFeetAndInches,
  frameDrawing,
  type LineDrawing,
  type LineWeight,
  toCorners,
} from '../design/line-drawing.ts';
import type { ShedDesign } from '../design/shed-design.ts';
import { ROOF_SHAPES } from '../shed/roof-shapes.ts';
import type { Point } from '../vector.ts';
import { FRAMING_DEFAULTS, type Section } from './defaults.ts';
import type { ShedFrame } from './frame-shed.ts';
import { type IncludedOpening, listIncludedRoughOpenings } from './included-openings.ts';
import { getFace, type Member, type MemberName, type WallMember, type WallName } from './member.ts';
import { createPositions } from './position-labels.ts';
import type { Extent } from './prism.ts';
import { getRafterPositions } from './roof-frame.ts';
import { getRoughOpening } from './rough-opening.ts';
import { getSkylight, type Skylight, toPoint } from './skylight-frame.ts';

/** A drawing of a part of the frame, and the members that are in it. */
export type FramingDrawing = {
  drawing: LineDrawing;
  members: readonly Member[];
  /** How to read it. */
  notes: readonly string[];
};

/** Equal members: how often, and their length in inches. */
export type MemberCount = { name: MemberName; section: Section; length: number; count: number };

const THICKNESS = 1.5;
const TOLERANCE = 0.01;
/** From the outside of a gable to a plane through its studs and its rafters, in inches. */
const GABLE_SECTION = 0.5;

const FILLS: Partial<Record<MemberName, Fill>> = {
  'bottom plate': 'wall',
  'top plate': 'wall',
  'upper top plate': 'wall',
  'king stud': 'wall',
  'jack stud': 'roof',
  header: 'roof',
  sill: 'wall',
  blocking: 'wall',
  ridge: 'roof',
  skid: 'roof',
  rim: 'wall',
  'porch beam': 'wall',
  'dormer header': 'roof',
  'dormer plate': 'wall',
  'dormer sill': 'wall',
  'skylight header': 'roof',
};

const WALL_TITLES: Record<WallName, string> = {
  front: 'Front wall',
  back: 'Back wall',
  left: 'Left wall',
  right: 'Right wall',
};

/** Members over the plates that are left out of the plan of the roof, as they are below its rafters. */
const UPRIGHT_IN_ROOF = /stud$|cripple$|sill$|^header$/;

const LETTERS: Partial<Record<MemberName, string>> = {
  'king stud': 'K ',
  'jack stud': 'J ',
  'upper cripple': 'C ',
  'lower cripple': 'C ',
};

const MEASURED_AT_MIDDLE = 'measured at their middle; cut their tops to the roof.';
export const BEVEL_NOTE = `Studs under the roof are ${MEASURED_AT_MIDDLE}`;
const POSITION_NOTE = 'are to the middle of the member, from the outside corner of the building.';

/** Pages are half as wide again as they are high, and text is about as high on all of them; inches. */
function getFrameTextSize(shapes: readonly DrawnShape[]): number {
  const points = getPoints(shapes);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const width = Math.max(...xs) - Math.min(...xs);
  const height = Math.max(...ys) - Math.min(...ys);
  return Math.max(2.6, Math.max(width, 1.5 * height) / 42);
}

/** Counts equal members, in the order of their first. */
export function countMembers(members: readonly Member[]): MemberCount[] {
  const counts = new Map<string, MemberCount>();
  for (const { name, section, length } of members) {
    const key = `${name} ${section} ${Math.round(16 * length)}`;
    const found = counts.get(key);
    if (found) found.count += 1;
    else counts.set(key, { name, section, length, count: 1 });
  }
  return [...counts.values()];
}

/** The frame of a design, drawing by drawing: walls, floor, roof, and loft, dormer and porch if there are any. */
export function drawFraming(
  design: ShedDesign,
  frame: ShedFrame,
): { walls: FramingDrawing[]; floor: FramingDrawing; roof: FramingDrawing[] } {
  const names = ['front', 'back', 'left', 'right'] as const;
  return {
    walls: names
      .filter((name) => frame.walls[name].length > 0)
      .map((name) => drawWall(design, frame, name)),
    floor: drawFloor(design, frame),
    roof: [
      drawRoofSection(design, frame),
      drawRoofPlan(design, frame),
      ...(getSkylight(design) ? [drawSkylightSection(design, frame)] : []),
      ...(frame.loft.length > 0 ? [drawLoft(design, frame)] : []),
      ...(design.style === 'Dormer'
        ? [drawDormerSection(design, frame), drawDormerFace(design, frame)]
        : []),
      ...(hasPorchGable(design) ? [drawPorch(design, frame), drawPorchCeiling(design, frame)] : []),
    ],
  };
}

/** A wall from outside with the positions of its studs; ends with the gable over them. */
function drawWall(design: ShedDesign, frame: ShedFrame, name: WallName): FramingDrawing {
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
            `Blocking carries the siding panels’ upper edges: its middle is ${formatFeetAndInches(blocking.y + THICKNESS / 2)} above the floor.`,
          ]
        : []),
      ...(gable.some(({ name: part }) => part === 'gable stud')
        ? [`Gable studs are ${frame.spacing.studs}" on centre, ${MEASURED_AT_MIDDLE}`]
        : []),
      ...(height === 0 ? [BEVEL_NOTE] : []),
    ],
  };
}

/** What a gable has from its style or vents; heights above the floor. */
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

/** A porch has a gable of its own in front of that over its wall. */
const hasPorchGable = (design: ShedDesign): boolean =>
  design.porchDepth > 0 && hasSideWalls(design);

/** The outside of the gable over the front wall, from the back: that of an A-frame is over its porch. */
const getGableEnd = (design: ShedDesign): number =>
  hasSideWalls(design) ? getBodyLength(design) : 12 * design.length;

/** What is over the plates of an end wall with its outside there: gable studs, rafters and the ridge. */
function getGable(frame: ShedFrame, outside: number): Member[] {
  const at = outside === 0 ? GABLE_SECTION : outside - GABLE_SECTION;
  return frame.roof.filter(
    ({ prism, name: part }) => isAt(prism, at) && !part.startsWith('dormer'),
  );
}

const isAt = ({ from, to }: Member['prism'], z: number): boolean =>
  from < z + TOLERANCE && to > z - TOLERANCE;

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

/** Skids, rims and joists from above; the front is below. */
function drawFloor(design: ShedDesign, frame: ShedFrame): FramingDrawing {
  const [width, length] = [12 * design.width, 12 * design.length];
  const body = getBodyLength(design);
  const outline = area(toCorners(0, 0, width, length), 'wall');
  const textSize = getFrameTextSize([outline]);
  const members = frame.floor;
  const pick = (...names: MemberName[]) => members.filter(({ name }) => names.includes(name));
  const skids = pick('skid');
  const porchLine: DrawnShape[] =
    body < length
      ? [
          {
            type: 'line',
            points: [
              [0, body],
              [width, body],
            ],
            weight: 'dashed',
          },
          text([width / 2, (body + length) / 2 + textSize / 3], 'Porch', textSize),
        ]
      : [];
  const slab: DrawnShape[] =
    members.length > 0 ? [] : [outline, text([width / 2, body / 2], 'Concrete slab', textSize)];
  const drawing = frameDrawing('Floor framing', [
    ...slab,
    ...skids.map((member) => drawFromAbove(member)),
    ...pick('foundation post').map((member) => drawFromAbove(member, 'solid')),
    ...pick('rim', 'joist').map((member) => drawFromAbove(member)),
    ...porchLine,
    ...createPositions(toPositions(pick('joist')), { side: 'left', at: 0, textSize }),
    ...createPositions(toPositions(skids, 'x'), { side: 'below', at: length, textSize }),
    ...createDimensions([0, width], { side: 'above', at: 0, textSize }),
    ...createDimensions([0, length], { side: 'right', at: width, textSize }),
  ]);
  // Without posts there is no drawing of a porch.
  const hasPosts = frame.porch.some(({ name }) => name === 'porch post');
  return {
    drawing,
    members: [...members, ...(hasPosts ? [] : frame.porch)],
    notes:
      members.length > 0
        ? [`Positions of joists and skids ${POSITION_NOTE}`, 'Seen from above; the front is below.']
        : ['The slab replaces skids and joists. Seen from above; the front is below.'],
  };
}

/** Rafters, ridge and ties from above. */
function drawRoofPlan(design: ShedDesign, frame: ShedFrame): FramingDrawing {
  const [width, length] = [12 * design.width, 12 * design.length];
  const { rake } = ROOF_SHAPES[design.style];
  const outline = area(toCorners(0, 0, width, length), 'paper', 'dashed');
  const textSize = getFrameTextSize([outline]);
  const members = frame.roof.filter(({ name }) => !UPRIGHT_IN_ROOF.test(name));
  const ties = members.filter(({ name }) => name === 'rafter tie');
  const rest = members.filter(({ name }) => name !== 'rafter tie');
  const [left, right] = getExtent(
    rest.map((member) => drawFromAbove(member)),
    width,
  );
  const skylight = getSkylight(design);
  const edges = skylight ? getOpeningEdges(skylight, width) : ([0, 0] as const);
  const rafters = rest.filter(
    ({ name, prism }) => /rafter$/.test(name) && prism.from > -TOLERANCE && prism.to < length + 1,
  );
  const drawing = frameDrawing('Roof framing', [
    outline,
    ...ties.map((member) => drawFromAbove(member, 'ground', 'light')),
    ...rest.map((member) => drawFromAbove(member)),
    ...(skylight
      ? [
          text(
            [average(edges), skylight.center + textSize / 3],
            'Skylight',
            Math.min(textSize, Math.abs(edges[1] - edges[0]) / 5),
          ),
          ...createDimensions([skylight.side === 'left' ? 0 : width, ...edges, width / 2], {
            side: 'above',
            at: -rake,
            textSize,
          }),
        ]
      : []),
    ...createPositions(toPositions(rafters.filter(({ name }) => name !== 'flare rafter')), {
      side: 'left',
      at: left,
      textSize,
    }),
    ...createDimensions([-rake, 0, length, length + rake], { side: 'right', at: right, textSize }),
    ...createDimensions([left, 0, width / 2, width, right], {
      side: 'below',
      at: length + rake,
      textSize,
    }),
    ...createDimensions([left, right], { side: 'below', at: length + rake, textSize, row: 1 }),
  ]);
  return {
    drawing,
    members,
    notes: [
      `Positions of rafters ${POSITION_NOTE}`,
      'Seen from above; the front is below. Dashed: the outside of the walls. Ties are grey.',
      ...(skylight
        ? [
            `The skylight is between doubled rafters, its middle ${formatFeetAndInches(skylight.center)} from the back.`,
          ]
        : []),
    ],
  };
}

/** The lower and the upper edge of a skylight's opening from the left wall, seen from above; inches. */
function getOpeningEdges(skylight: Skylight, span: number): [number, number] {
  const { side, low, high } = skylight;
  const [lower, upper] = [low, high].map((at) => toPoint(skylight, at, 0)[0]) as [number, number];
  return side === 'left' ? [lower, upper] : [span - lower, span - upper];
}

/** The rafter that a skylight cuts, with its headers. */
function drawSkylightSection(design: ShedDesign, frame: ShedFrame): FramingDrawing {
  const skylight = getSkylight(design);
  const members = frame.roof.filter(
    ({ name, prism }) =>
      skylight &&
      isAt(prism, skylight.center) &&
      name !== 'rafter tie' &&
      !name.startsWith('dormer'),
  );
  const section = drawSection(
    design,
    frame,
    'Section through the skylight',
    members,
    skylight ? getOpeningEdges(skylight, 12 * design.width) : [],
  );
  if (!skylight) return section;
  const { from, to, low, high } = skylight;
  const [across, up] = [to - from, high - low].map(formatFeetAndInches);
  return {
    ...section,
    notes: [
      ...section.notes,
      `Rough opening ${across} x ${up} up the slope. Headers are square to the rafters, between doubled ones.`,
    ],
  };
}

/** A pair of rafters with its ridge, tie and plates. */
function drawRoofSection(design: ShedDesign, frame: ShedFrame): FramingDrawing {
  const [first = 0, second = first] = getRafterPositions(
    { length: 12 * design.length, bodyLength: getBodyLength(design) },
    { rafterSpacing: frame.spacing.rafters },
  );
  const at = second + THICKNESS / 2;
  const members = frame.roof.filter(
    ({ name, prism }) =>
      isAt(prism, at) || (name === 'flare rafter' && isAt(prism, at - THICKNESS)),
  );
  const tie = frame.roof.find(({ name }) => name === 'rafter tie');
  return drawSection(design, frame, 'Rafters', [...members, ...(tie ? [tie] : [])]);
}

function drawDormerSection(design: ShedDesign, frame: ShedFrame): FramingDrawing {
  const jack = frame.roof.find(({ name }) => name === 'dormer jack rafter');
  const cheek = frame.roof.find(({ name }) => name === 'cheek stud');
  const members = frame.roof.filter(
    ({ name, prism }) =>
      (jack && isAt(prism, jack.prism.from + THICKNESS / 2)) ||
      (cheek && name === 'cheek stud' && prism.from === cheek.prism.from),
  );
  const section = drawSection(design, frame, 'Section through the dormer', members);
  // Both cheeks are alike.
  const cheeks = frame.roof.filter((member) => member.name === 'cheek stud');
  return {
    ...section,
    members: [...new Set([...members, ...cheeks])],
    notes: [...section.notes, 'Cheek studs are measured at their middle.'],
  };
}

function drawSection(
  design: ShedDesign,
  frame: ShedFrame,
  title: string,
  members: readonly Member[],
  stops: readonly number[] = [],
): FramingDrawing {
  const { plateLevel, span } = getDesignGeometry(design);
  const place = (points: readonly Point[]) => points.map(([x, y]): Point => [x, plateLevel - y]);
  const plates = (['left', 'right'] as const).flatMap((side) =>
    frame.walls[side]
      .filter(({ name }) => /top plate$/.test(name))
      .map(({ prism }) => area(place(prism.outline), 'solid')),
  );
  const shapes = members.map(({ name, prism }) =>
    area(place(prism.outline), FILLS[name] ?? 'paper'),
  );
  const textSize = getFrameTextSize(shapes);
  const rafters = members.filter(({ name }) => /rafter$/.test(name));
  const pieces = [...new Map([...rafters].reverse().map((piece) => [piece.name, piece])).values()];
  const [left, right] = getExtent(shapes, span);
  const [top, bottom] = [Math.min(...getYs(shapes)), Math.max(...getYs([...shapes, ...plates]))];
  const eaves = [left, right].filter((x) => x < -TOLERANCE || x > span + TOLERANCE);
  return {
    drawing: frameDrawing(title, [
      ...plates,
      ...shapes,
      ...pieces.flatMap((piece) => labelSlope(place(piece.prism.outline), piece, textSize)),
      ...createDimensions([0, span, ...eaves], { side: 'below', at: bottom, textSize }),
      ...(stops.length > 0
        ? createDimensions([0, ...stops, span], { side: 'above', at: top, textSize })
        : []),
      ...createDimensions([0, top], { side: 'right', at: right, textSize }),
    ]),
    members,
    notes: [
      'Lengths are from the longest point to the longest point; slopes are inches of rise in 12 of run.',
      ...(members.some(({ name }) => name === 'ridge') || !frame.gussets
        ? []
        : ['Each pair is a truss: plywood gussets on both sides of its joints.']),
    ],
  };
}

/** The length and slope of a rafter over its upper edge. */
function labelSlope(outline: readonly Point[], { length }: Member, textSize: number): DrawnShape[] {
  const edges = outline.map((point, index): [Point, Point] => {
    const next = outline[(index + 1) % outline.length] ?? point;
    return point[0] < next[0] ? [point, next] : [next, point];
  });
  const longest = Math.max(...edges.map(getLength));
  const [upper] = edges
    .filter((edge) => getLength(edge) > longest / 2)
    .sort((one, other) => one[0][1] + one[1][1] - other[0][1] - other[1][1]);
  if (!upper) return [];
  const [a, b] = upper;
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const pitch = 12 * Math.abs(Math.tan(angle));
  const label = `${formatFeetAndInches(length)}, ${Number(pitch.toFixed(1))} in 12`;
  const size = Math.min(textSize, getLength(upper) / (CHARACTER_WIDTH * label.length));
  const at: Point = [
    (a[0] + b[0]) / 2 + 0.7 * size * Math.sin(angle),
    (a[1] + b[1]) / 2 - 0.7 * size * Math.cos(angle),
  ];
  return [{ type: 'text', at, text: label, turn: (angle * 180) / Math.PI, size }];
}

const getLength = ([a, b]: readonly [Point, Point]): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

const drawLoft = (design: ShedDesign, frame: ShedFrame): FramingDrawing =>
  drawJoists('Loft framing', frame.loft, design, [0, getBodyLength(design)]);

const drawPorchCeiling = (design: ShedDesign, { porch }: ShedFrame): FramingDrawing => {
  const joists = porch.filter(({ name }) => name === 'ceiling joist');
  return drawJoists('Porch ceiling', joists, design, [getBodyLength(design), 12 * design.length]);
};

/** Joists from above. */
function drawJoists(
  title: string,
  members: readonly Member[],
  design: ShedDesign,
  [from, to]: Extent,
): FramingDrawing {
  const width = 12 * design.width;
  const outline = area(toCorners(0, from, width, to - from), 'paper', 'dashed');
  const textSize = getFrameTextSize([outline]);
  return {
    drawing: frameDrawing(title, [
      outline,
      ...members.map((member) => drawFromAbove(member)),
      ...createPositions(toPositions(members), { side: 'left', at: 0, textSize }),
      ...createDimensions([0, width], { side: 'above', at: from, textSize }),
      ...createDimensions([from, to], { side: 'right', at: width, textSize }),
    ]),
    members,
    notes: [
      `Positions of joists ${POSITION_NOTE}`,
      'Seen from above; the front is below. Dashed: the outside of the walls.',
    ],
  };
}

/** The wall under the eave of a dormer, from its side. */
function drawDormerFace(design: ShedDesign, frame: ShedFrame): FramingDrawing {
  const window = listIncludedRoughOpenings(design).find(({ surface }) => surface === 'dormer');
  const members = frame.roof.filter(({ name }) =>
    /^dormer (stud|plate|header|sill|cripple)$/.test(name),
  );
  const ys = members.flatMap(({ prism }) => prism.outline.map(([, y]) => y));
  const low = Math.min(...ys);
  const shapes = members.map(({ name, prism }) => {
    const own = prism.outline.map(([, y]) => y);
    const top = low - Math.max(...own);
    return area(
      toCorners(prism.from, top, prism.to - prism.from, low - Math.min(...own) - top),
      FILLS[name] ?? 'paper',
    );
  });
  const textSize = getFrameTextSize(shapes);
  const [top, bottom] = [low - Math.max(...ys), 0];
  const studs = members.filter(({ name }) => name === 'dormer stud');
  const ends = members.flatMap(({ prism }) => [prism.from, prism.to]);
  return {
    drawing: frameDrawing('Face of the dormer', [
      ...shapes,
      ...createPositions(toPositions(studs), { side: 'below', at: bottom, textSize }),
      ...createDimensions([Math.min(...ends), Math.max(...ends)], {
        side: 'above',
        at: top,
        textSize,
      }),
      ...createDimensions([bottom, top], { side: 'right', at: Math.max(...ends), textSize }),
    ]),
    members,
    notes: [
      'Positions are to the middle of the member, from the outside of the back wall. The header is in the plane of the rafters.',
      ...(window
        ? [
            `Rough openings ${formatFeetAndInches(window.right - window.left)} x ${formatFeetAndInches(window.top - window.bottom)}.`,
          ]
        : []),
    ],
  };
}

/** Posts, beams and gable of a porch from the front. */
function drawPorch(design: ShedDesign, frame: ShedFrame): FramingDrawing {
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
      `Seen from the front. Beams are doubled and reach ${design.porchDepth}' back to the wall.`,
    ],
  };
}

/** Labels with the distances of members, one for those at the same distance. */
function toPositions(members: readonly Member[], axis: 'x' | 'z' = 'z') {
  const centers = members.map(({ prism }) => {
    if (axis === 'z') return (prism.from + prism.to) / 2;
    const xs = prism.outline.map(([x]) => x);
    return (Math.min(...xs) + Math.max(...xs)) / 2;
  });
  return centers.map((at) => ({ at, text: formatFeetAndInches(at) }));
}

function drawFromAbove(
  { name, prism: { outline, from, to } }: Member,
  fill: Fill = FILLS[name] ?? 'paper',
  weight: LineWeight = 'medium',
): DrawnShape {
  const xs = outline.map(([x]) => x);
  const left = Math.min(...xs);
  return area(toCorners(left, from, Math.max(...xs) - left, to - from), fill, weight);
}

/** Lines of text in a rectangle, upright or smaller if they would not fit. */
function writeInside(
  box: { left: number; top: number; width: number; height: number },
  lines: readonly string[],
  textSize: number,
): DrawnShape[] {
  const joined = lines.join(' ');
  const rows = CHARACTER_WIDTH * joined.length * textSize < 0.9 * box.width ? [joined] : lines;
  const longest = Math.max(...rows.map((line) => line.length));
  const getSize = (width: number, height: number) =>
    Math.min(
      textSize,
      (0.9 * width) / (CHARACTER_WIDTH * longest),
      (0.9 * height) / (1.2 * rows.length),
    );
  const [level, upright] = [getSize(box.width, box.height), getSize(box.height, box.width)];
  const size = Math.max(level, upright);
  const first = (0.8 - rows.length / 2) * 1.2 * size;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return rows.map((line, index) => {
    const offset = first + 1.2 * index * size;
    return upright > level
      ? { ...text([x + offset, y], line, size), turn: -90 }
      : text([x, y + offset], line, size);
  });
}

const average = ([a, b]: readonly number[]): number => ((a ?? 0) + (b ?? 0)) / 2;

const getPoints = (shapes: readonly DrawnShape[]): readonly Point[] =>
  shapes.flatMap((shape) => (shape.type === 'text' ? [] : shape.points));

const getYs = (shapes: readonly DrawnShape[]): number[] => getPoints(shapes).map(([, y]) => y);

/** From the leftmost point to the rightmost, at least from 0 to `length`. */
function getExtent(shapes: readonly DrawnShape[], length: number): [number, number] {
  const xs = getPoints(shapes).map(([x]) => x);
  return [Math.min(0, ...xs), Math.max(length, ...xs)];
}

const area = (points: readonly Point[], fill: Fill, weight: LineWeight = 'medium'): DrawnShape => ({
  type: 'area',
  points,
  fill,
  weight,
});

const text = (at: Point, content: string, size: number): DrawnShape => ({
  type: 'text',
  at,
  text: content,
  turn: 0,
  size,
});
