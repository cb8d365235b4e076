import { CHARACTER_WIDTH, type DrawnShape } from '../design/line-drawing.ts';
import type { Point } from '../vector.ts';

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
      // The mean of both starts, as if each group stood alone.
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
