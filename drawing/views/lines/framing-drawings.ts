import { getBodyLength } from '#drawing/design/design-geometry.ts';
import type { Section } from '#drawing/design/lumber.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { getSkylight } from '#drawing/design/skylight.ts';
import type { ShedFrame } from '#drawing/framing/frame-shed.ts';
import type { Member, MemberName } from '#drawing/framing/member.ts';
import { type Extent, toCorners } from '#drawing/geometry/prism.ts';
import {
  area,
  createPositions,
  drawFromAbove,
  type FramingDrawing,
  getFrameTextSize,
  POSITION_NOTE,
  text,
  toPositions,
} from './framing-shapes.ts';
import { createDimensions, type DrawnShape, frameDrawing } from './line-drawing.ts';
import {
  drawDormerFace,
  drawDormerSection,
  drawRoofPlan,
  drawRoofSection,
  drawSkylightSection,
} from './roof-framing-drawings.ts';
import { drawPorch, drawWall, hasPorchGable } from './wall-framing-drawings.ts';

/** Equal members: how often, and their length in inches. */
export type MemberCount = { name: MemberName; section: Section; length: number; count: number };

/** Counts equal members, in the order in which they first appear. */
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
