import type { Member, MemberName } from '#drawing/framing/member.ts';
import { formatFeetAndInches } from '#drawing/geometry/lengths.ts';
import { toCorners } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import {
  CHARACTER_WIDTH,
  type DrawnShape,
  type Fill,
  type LineDrawing,
  type LineWeight,
} from './line-drawing.ts';

/** A drawing of a part of the frame, and the members that are in it. */
export type FramingDrawing = {
  drawing: LineDrawing;
  members: readonly Member[];
  /** How to read it. */
  notes: readonly string[];
};

export const TOLERANCE = 0.01;

export const FILLS: Partial<Record<MemberName, Fill>> = {
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

export const POSITION_NOTE =
  'are to the middle of the member, from the outside corner of the building.';

/** Pages are half as wide again as they are high, and text is about as high on all of them; inches. */
export function getFrameTextSize(shapes: readonly DrawnShape[]): number {
  const points = getPoints(shapes);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const width = Math.max(...xs) - Math.min(...xs);
  const height = Math.max(...ys) - Math.min(...ys);
  return Math.max(2.6, Math.max(width, 1.5 * height) / 42);
}

/** Returns whether a member crosses the plane at `z`, in inches from the back. */
export const isAt = ({ from, to }: Member['prism'], z: number): boolean =>
  from < z + TOLERANCE && to > z - TOLERANCE;

/** Labels with the distances of members, one for those at the same distance. */
export function toPositions(members: readonly Member[], axis: 'x' | 'z' = 'z') {
  const centers = members.map(({ prism }) => {
    if (axis === 'z') return (prism.from + prism.to) / 2;
    const xs = prism.outline.map(([x]) => x);
    return (Math.min(...xs) + Math.max(...xs)) / 2;
  });
  return centers.map((at) => ({ at, text: formatFeetAndInches(at) }));
}

/** Draws a member's outline as seen from above; inches. */
export function drawFromAbove(
  { name, prism: { outline, from, to } }: Member,
  fill: Fill = FILLS[name] ?? 'paper',
  weight: LineWeight = 'medium',
): DrawnShape {
  const xs = outline.map(([x]) => x);
  const left = Math.min(...xs);
  return area(toCorners(left, from, Math.max(...xs) - left, to - from), fill, weight);
}

/** Lines of text in a rectangle, upright or smaller if they would not fit. */
export function writeInside(
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

const getPoints = (shapes: readonly DrawnShape[]): readonly Point[] =>
  shapes.flatMap((shape) => (shape.type === 'text' ? [] : shape.points));

/** The y coordinates of all points of the shapes, without texts. */
export const getYs = (shapes: readonly DrawnShape[]): number[] =>
  getPoints(shapes).map(([, y]) => y);

/** The leftmost and rightmost points, at least 0 and `length`. */
export function getExtent(shapes: readonly DrawnShape[], length: number): [number, number] {
  const xs = getPoints(shapes).map(([x]) => x);
  return [Math.min(0, ...xs), Math.max(length, ...xs)];
}

/** A filled polygon of a drawing; points in inches. */
export const area = (
  points: readonly Point[],
  fill: Fill,
  weight: LineWeight = 'medium',
): DrawnShape => ({
  type: 'area',
  points,
  fill,
  weight,
});

/** A level text of a drawing, centred at a point; position and size in inches. */
export const text = (at: Point, content: string, size: number): DrawnShape => ({
  type: 'text',
  at,
  text: content,
  turn: 0,
  size,
});

/** A distance and its label, in inches along an edge of a drawing. */
type PositionLabel = { at: number; text: string };

/** The height of a label with its margin, in heights of the text. */
const LINE_HEIGHT = 1.15;

/** Labels beside an edge with leaders to their positions, spread so that none covers another. */
export function createPositions(
  labels: readonly PositionLabel[],
  { side, at: edge, textSize }: { side: 'below' | 'left'; at: number; textSize: number },
): DrawnShape[] {
  const unique = new Map(labels.map((label) => [label.text, label]));
  const sorted = [...unique.values()].sort((a, b) => a.at - b.at);
  const spread = spreadOut(
    sorted.map(({ at }) => at),
    LINE_HEIGHT * textSize,
  );
  const isUpright = side === 'below';
  const outwards = isUpright ? 1 : -1;
  const toPoint = (along: number, out: number): Point =>
    isUpright ? [along, edge + outwards * out] : [edge + outwards * out, along];
  return sorted.flatMap(({ at, text }, index): DrawnShape[] => {
    const label = spread[index] ?? at;
    const middle = 3.2 * textSize + (CHARACTER_WIDTH * textSize * text.length) / 2;
    return [
      {
        type: 'line',
        weight: 'light',
        points: [
          toPoint(at, 0.4 * textSize),
          toPoint(at, 1.1 * textSize),
          toPoint(label, 2.3 * textSize),
          toPoint(label, 3 * textSize),
        ],
      },
      {
        type: 'text',
        // The baseline is below the middle of the line.
        at: toPoint(label + 0.35 * textSize, middle),
        text,
        turn: isUpright ? -90 : 0,
        size: textSize,
      },
    ];
  });
}

/** The nearest positions to these, ascending, that are at least a gap apart. */
function spreadOut(positions: readonly number[], gap: number): number[] {
  const groups: { start: number; count: number }[] = [];
  for (const position of positions) {
    let group = { start: position, count: 1 };
    for (let last = groups.at(-1); last; last = groups.at(-1)) {
      if (last.start + last.count * gap <= group.start) break;
      groups.pop();
      const count = last.count + group.count;
      // The mean of both starts, as if each group were alone.
      const start =
        (last.start * last.count + (group.start - last.count * gap) * group.count) / count;
      group = { start, count };
    }
    groups.push(group);
  }
  return groups.flatMap(({ start, count }) =>
    Array.from({ length: count }, (_, index) => start + index * gap),
  );
}
