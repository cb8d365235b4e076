import { memo } from 'react';
import type { Point } from '#drawing/geometry/vector.ts';
import type {
  DrawnShape,
  Fill,
  LineDrawing,
  LineWeight,
} from '#drawing/views/lines/line-drawing.ts';

const fills: Record<Fill, string> = {
  solid: 'fill-ink-soft',
  wall: 'fill-paper',
  roof: 'fill-line',
  paper: 'fill-sheet',
  glass: 'fill-[#dbe7ec]',
  ground: 'fill-line',
};

const weights: Record<LineWeight, { strokeWidth: number; strokeDasharray?: string }> = {
  heavy: { strokeWidth: 2 },
  medium: { strokeWidth: 1 },
  light: { strokeWidth: 0.6 },
  dashed: { strokeWidth: 0.6, strokeDasharray: '4 3' },
};

type LineDrawingProps = { drawing: LineDrawing; description: string; className?: string };

export function LineDrawingSvg({ drawing, description, className }: LineDrawingProps) {
  const { left, top, width, height, shapes } = drawing;
  return (
    <svg
      viewBox={`${left} ${top} ${width} ${height}`}
      role="img"
      aria-label={description}
      className={className}
    >
      <Shapes shapes={shapes} />
    </svg>
  );
}

export const Shapes = memo(({ shapes }: Pick<LineDrawing, 'shapes'>) => (
  <g strokeLinejoin="round" textAnchor="middle">
    {joinLines(shapes).map((shape, index) => {
      // biome-ignore-start lint/suspicious/noArrayIndexKey: shapes have no identity
      if (shape.type === 'text') {
        const [x, y] = shape.at;
        return (
          <text
            key={index}
            x={x}
            y={y}
            fontSize={shape.size}
            transform={shape.turn ? `rotate(${shape.turn} ${x} ${y})` : undefined}
            className="fill-ink tabular-nums"
          >
            {shape.text}
          </text>
        );
      }
      const { path, fill, weight } = shape;
      return (
        <path
          key={index}
          d={path}
          {...weights[weight]}
          className={fill ? `${fills[fill]} stroke-ink` : 'fill-none stroke-ink'}
        />
      );
      // biome-ignore-end lint/suspicious/noArrayIndexKey: shapes have no identity
    })}
  </g>
));

type DrawnText = Extract<DrawnShape, { type: 'text' }>;
type DrawnPath = { type: 'path'; path: string; fill: Fill | undefined; weight: LineWeight };

/** Lines of one weight that follow each other become one path. */
function joinLines(shapes: readonly DrawnShape[]): (DrawnText | DrawnPath)[] {
  const joined: (DrawnText | DrawnPath)[] = [];
  for (const shape of shapes) {
    if (shape.type === 'text') {
      joined.push(shape);
      continue;
    }
    const { weight } = shape;
    const fill = shape.type === 'area' ? shape.fill : undefined;
    const path = toPath(shape.points, fill !== undefined);
    const last = joined.at(-1);
    const isSame = last?.type === 'path' && !last.fill && last.weight === weight;
    if (isSame && !fill) last.path += path;
    else joined.push({ type: 'path', path, fill, weight });
  }
  return joined;
}

const round = (value: number) => Math.round(value * 10) / 10;

const toPath = (points: readonly Point[], isClosed: boolean) =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}${isClosed ? 'z' : ''}`;
