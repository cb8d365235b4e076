import {
  formatDimension,
  formatFeetAndInches,
  formatMetres,
  type Units,
} from '#drawing/geometry/lengths.ts';
import type { Point } from '#drawing/geometry/vector.ts';

/** A shape of a technical drawing in inches: x to the right, y down. */
export type DrawnShape =
  | { type: 'line'; points: readonly Point[]; weight: LineWeight }
  | { type: 'area'; points: readonly Point[]; fill: Fill; weight: LineWeight }
  | DrawnText;

/** A line of text around a point on its baseline. */
type DrawnText = {
  type: 'text';
  at: Point;
  text: string;
  /** Degrees, clockwise. */
  turn: number;
  /** The height of a line of text. */
  size: number;
};

export type LineWeight = 'heavy' | 'medium' | 'light' | 'dashed';

/** `solid` is for walls that a plan cuts through. */
export type Fill = 'solid' | 'wall' | 'roof' | 'paper' | 'glass' | 'ground';

/** A drawing as plain data, for SVG and PDF alike. Lengths in inches of the shed. */
export type LineDrawing = {
  title: string;
  left: number;
  top: number;
  width: number;
  height: number;
  shapes: readonly DrawnShape[];
};

/** The gaps between a drawing and its dimensions, and between rows of dimensions; in heights of the text. */
const DIMENSION_GAP = 2.6;

const ROW_GAP = 2.3;

/** The gaps between a row of dimensions and the texts beyond it, and between these texts; in heights of the text. */
const FIRST_LEVEL = 1.3;

const LEVEL_GAP = 1.1;

/** Texts that would be smaller than this share of the text size are moved beyond a staggered row. */
const MIN_STAGGERED = 0.9;

/** The share of the room between two stops that a text in both units may fill. */
const MAX_FILLED = 0.9;

/** The mean width of a character, in heights of the text. */
export const CHARACTER_WIDTH = 0.56;

/** The height of text on drawings of a shed, in inches: the same on paper for all sizes. */
export const getTextSize = ({ width, length }: { width: number; length: number }): number =>
  Math.max(6.5, 0.45 * Math.max(width, length));

type DimensionText = { middle: number; text: string; size: number; level: number };

/** Formats the lengths of one line of dimensions: all in both units, or if one of them has no room, in the first alone. */
function formatDimensions(lengths: readonly number[], textSize: number, units: Units): string[] {
  const both = lengths.map((length) => formatDimension(length, units));
  const hasRoom = both.every(
    (text, i) => CHARACTER_WIDTH * text.length * textSize <= MAX_FILLED * (lengths[i] ?? 0),
  );
  return hasRoom ? both : lengths.map(units === 'metric' ? formatMetres : formatFeetAndInches);
}

/**
 * The texts between stops. Beside a stop that is too near a text would cover the next one: it is smaller,
 * or, if `staggered`, beyond the line in levels from 1.
 */
function layOutTexts(stops: readonly number[], textSize: number, units: Units, staggered: boolean) {
  const sorted = [...new Set(stops)].sort((a, b) => a - b);
  const lengths = sorted.slice(1).map((stop, i) => stop - (sorted[i] ?? stop));
  const texts = formatDimensions(lengths, textSize, units);
  const ends: number[] = [];
  return sorted.slice(1).flatMap((stop, i): DimensionText[] => {
    const from = sorted[i] ?? stop;
    const middle = (from + stop) / 2;
    const text = texts[i] ?? '';
    const length = CHARACTER_WIDTH * text.length;
    const size = Math.min(textSize, (stop - from) / length);
    if (size >= (staggered ? MIN_STAGGERED : 0.5) * textSize)
      return [{ middle, text, size, level: 0 }];
    if (!staggered) return [];
    const half = (length * textSize) / 2;
    const free = ends.findIndex((end) => end <= middle - half);
    const level = free < 0 ? ends.length : free;
    ends[level] = middle + half + textSize / 2;
    return [{ middle, text, size: textSize, level: level + 1 }];
  });
}

/** The row of the dimensions beyond those that are staggered. */
export function getRowBeyond(
  stops: readonly number[],
  textSize: number,
  units: Units = 'imperial',
): number {
  const levels = Math.max(
    ...layOutTexts(stops, textSize, units, true).map(({ level }) => level),
    0,
  );
  return levels === 0 ? 1 : 1 + (0.4 + LEVEL_GAP * (levels - 1)) / ROW_GAP;
}

/** Dimensions from stop to stop along a line below, above, left or right of what is drawn. */
export function createDimensions(
  stops: readonly number[],
  {
    side,
    at,
    textSize,
    row = 0,
    units = 'imperial',
    staggered = false,
  }: {
    side: 'below' | 'above' | 'left' | 'right';
    at: number;
    textSize: number;
    row?: number;
    /** The units of the texts; where there is room, the others follow in brackets. */
    units?: Units;
    /** Texts without room are moved beyond the line at full size. */
    staggered?: boolean;
  },
): DrawnShape[] {
  const outwards = side === 'below' || side === 'right' ? 1 : -1;
  const line = at + outwards * textSize * (DIMENSION_GAP + row * ROW_GAP);
  const isUpright = side === 'left' || side === 'right';
  const toPoint = (along: number, across: number): Point =>
    isUpright ? [across, along] : [along, across];
  const sorted = [...new Set(stops)].sort((a, b) => a - b);
  const tick = textSize / 3;
  return [
    {
      type: 'line',
      weight: 'light',
      points: [toPoint(sorted[0] ?? 0, line), toPoint(sorted.at(-1) ?? 0, line)],
    },
    ...sorted.map(
      (stop): DrawnShape => ({
        type: 'line',
        weight: 'light',
        points: [toPoint(stop, at + outwards * 5), toPoint(stop, line + outwards * 3)],
      }),
    ),
    ...sorted.map(
      (stop): DrawnShape => ({
        type: 'line',
        weight: 'medium',
        points: [toPoint(stop - tick, line + tick), toPoint(stop + tick, line - tick)],
      }),
    ),
    ...layOutTexts(stops, textSize, units, staggered).map(
      ({ middle, text, size, level }): DrawnShape => ({
        type: 'text',
        at: toPoint(
          middle,
          level === 0
            ? line - 0.4 * textSize
            : line + outwards * textSize * (FIRST_LEVEL + LEVEL_GAP * (level - 1)),
        ),
        text,
        turn: isUpright ? -90 : 0,
        size,
      }),
    ),
  ];
}

/** Both ends of a line of text, from the mean width of characters. */
function getTextEnds({ at: [x, y], text, size, turn }: DrawnText): Point[] {
  const half = (CHARACTER_WIDTH * size * text.length) / 2;
  const angle = (turn * Math.PI) / 180;
  const [dx, dy] = [half * Math.cos(angle), half * Math.sin(angle)];
  return [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ];
}

/** Frames shapes with a margin. */
export function frameDrawing(title: string, shapes: readonly DrawnShape[]): LineDrawing {
  const points = shapes.flatMap((shape) =>
    shape.type === 'text' ? getTextEnds(shape) : shape.points,
  );
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const margin = 8;
  const left = Math.min(...xs) - margin;
  const top = Math.min(...ys) - margin;
  return {
    title,
    left,
    top,
    width: Math.max(...xs) - left + margin,
    height: Math.max(...ys) - top + margin,
    shapes,
  };
}
