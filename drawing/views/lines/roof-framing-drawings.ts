import { getBodyLength, getDesignGeometry } from '#drawing/design/design-geometry.ts';
import { THICKNESS } from '#drawing/design/lumber.ts';
import { ROOF_SHAPES } from '#drawing/design/roof-shapes.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { getSkylight, type Skylight, toPoint } from '#drawing/design/skylight.ts';
import type { ShedFrame } from '#drawing/framing/frame-shed.ts';
import { listIncludedRoughOpenings } from '#drawing/framing/included-openings.ts';
import type { Member } from '#drawing/framing/member.ts';
import { getRafterPositions } from '#drawing/framing/roof-frame.ts';
import { formatDimension, formatFeetAndInches } from '#drawing/geometry/lengths.ts';
import { toCorners } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import {
  area,
  createPositions,
  drawFromAbove,
  FILLS,
  type FramingDrawing,
  getExtent,
  getFrameTextSize,
  getYs,
  isAt,
  POSITION_NOTE,
  TOLERANCE,
  text,
  toPositions,
} from './framing-shapes.ts';
import {
  CHARACTER_WIDTH,
  createDimensions,
  type DrawnShape,
  frameDrawing,
} from './line-drawing.ts';

/** Members over the plates that are left out of the plan of the roof, as they are below its rafters. */
const UPRIGHT_IN_ROOF = /stud$|cripple$|sill$|^header$/;

/** Rafters, ridge and ties from above. */
export function drawRoofPlan(design: ShedDesign, frame: ShedFrame): FramingDrawing {
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
            `The skylight is between doubled rafters, its middle ${formatDimension(skylight.center)} from the back.`,
          ]
        : []),
    ],
  };
}

/** A pair of rafters with its ridge, tie and plates. */
export function drawRoofSection(design: ShedDesign, frame: ShedFrame): FramingDrawing {
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

/** The rafter that a skylight cuts, with its headers. */
export function drawSkylightSection(design: ShedDesign, frame: ShedFrame): FramingDrawing {
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
  const [across, up] = [to - from, high - low].map((length) => formatDimension(length));
  return {
    ...section,
    notes: [
      ...section.notes,
      `Rough opening ${across} x ${up} up the slope. Headers are square to the rafters, between doubled ones.`,
    ],
  };
}

/** The lower and the upper edge of a skylight's opening from the left wall, seen from above; inches. */
function getOpeningEdges(skylight: Skylight, span: number): [number, number] {
  const { side, low, high } = skylight;
  const [lower, upper] = [low, high].map((at) => toPoint(skylight, at, 0)[0]) as [number, number];
  return side === 'left' ? [lower, upper] : [span - lower, span - upper];
}

const average = ([a, b]: readonly number[]): number => ((a ?? 0) + (b ?? 0)) / 2;

/** Draws the section through the dormer, with the cheek studs of both sides in its table. */
export function drawDormerSection(design: ShedDesign, frame: ShedFrame): FramingDrawing {
  const jack = frame.roof.find(({ name }) => name === 'dormer jack rafter');
  const cheek = frame.roof.find(({ name }) => name === 'cheek stud');
  const members = frame.roof.filter(
    ({ name, prism }) =>
      (jack && isAt(prism, jack.prism.from + THICKNESS / 2)) ||
      (cheek && name === 'cheek stud' && prism.from === cheek.prism.from),
  );
  const section = drawSection(design, frame, 'Section through the dormer', members);
  // Both cheeks have equal studs.
  const cheeks = frame.roof.filter((member) => member.name === 'cheek stud');
  return {
    ...section,
    members: [...new Set([...members, ...cheeks])],
    notes: [...section.notes, 'Cheek studs are measured at their middle.'],
  };
}

/** The wall under the eave of a dormer, from its side. */
export function drawDormerFace(design: ShedDesign, frame: ShedFrame): FramingDrawing {
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
            `Rough openings ${formatDimension(window.right - window.left)} x ${formatDimension(window.top - window.bottom)}.`,
          ]
        : []),
    ],
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
