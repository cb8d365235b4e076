import { useId } from 'react';
import { colorValue } from '#app/domain/colors.ts';
import { Cladding } from './cladding.tsx';
import { Dimensions } from './dimensions.tsx';
import { Dormer } from './shed-dormer.tsx';
import { Front } from './shed-front.tsx';
import { behind, box, ground, type Point, points, shedGeometry } from './shed-geometry.ts';

type ShedDrawingProps = {
  style: string;
  color: string;
  size: string;
  material: string;
  className?: string;
};

/** How far back the boards are on; beyond it the frame stands bare. */
const clad = 0.56;
const studs = [0.66, 0.745, 0.83, 0.915, 1];
/** Where the seams of a steel roof lie. */
const seams = [0.06, 0.17, 0.28, 0.39, 0.5];

/**
 * A shed in its style, colour and size, drawn the way it is built: the front finished, the back
 * still a frame. It stands in where a listing has no photograph, and says nothing by itself.
 */
export function ShedDrawing({ style, color, size, material, className }: ShedDrawingProps) {
  const id = useId();
  const shape = shedGeometry(style, size);
  const { away, edge, frontWall, planes, ridge, side } = shape;
  const value = colorValue(color);
  const dark = isDark(value);
  const roof = dark ? '#777b78' : '#3b413e';
  const kind = style.trim().toLowerCase();
  const ridgeToEave = [ridge, ...planes.map(([, low]) => low)];
  const slab = ([from, to]: [Point, Point], start: number, end: number) =>
    points([from, to, to, from].map((corner, at) => behind(corner, away, at < 2 ? start : end)));

  return (
    <svg
      viewBox={`0 0 ${box.width} ${box.height}`}
      aria-hidden="true"
      className={className}
      strokeLinejoin="round"
    >
      <defs>
        <clipPath id={`${id}-front`}>
          <polygon points={points(frontWall)} />
        </clipPath>
        <clipPath id={`${id}-side`}>
          <polygon points={slab(side, 0, clad)} />
        </clipPath>
      </defs>
      <path d={`M24 ${ground}H${shape.right + 6}`} className="stroke-line-firm" />

      <g className="stroke-line-firm" fill="none" strokeWidth="1.5">
        {studs.map((at) => (
          <g key={at}>
            <polyline points={points(side.map((corner) => behind(corner, away, at)))} />
            <polyline points={points(ridgeToEave.map((corner) => behind(corner, away, at)))} />
          </g>
        ))}
        {[...side, ...ridgeToEave].map((corner) => (
          <polyline
            key={corner.join()}
            points={points([behind(corner, away, clad), behind(corner, away, 1)])}
          />
        ))}
      </g>

      <g className="stroke-ink" strokeWidth="1.5">
        <polygon points={slab(side, 0, clad)} fill={value} />
        <polygon points={slab(side, 0, clad)} fill="#000" fillOpacity="0.16" />
        <g clipPath={`url(#${id}-side)`}>
          <Cladding material={material} dark={dark} slant={away[1] / away[0]} from={shape.right} />
        </g>
        {planes.map((plane, index) => (
          <g key={plane.join()}>
            <polygon points={slab(plane, -0.05, clad)} fill={roof} />
            <polygon points={slab(plane, -0.05, clad)} fill="#fff" fillOpacity={index * 0.12} />
          </g>
        ))}
        {kind === 'modern farmhouse' && (
          <g stroke="#fff" strokeOpacity="0.35" strokeWidth="1">
            {seams.map((at) => (
              <polyline key={at} points={points(ridgeToEave.map((p) => behind(p, away, at)))} />
            ))}
          </g>
        )}
        {kind === 'dormer' && <Dormer shape={shape} color={value} roof={roof} />}
        <polygon points={points(frontWall)} fill={value} />
        <g clipPath={`url(#${id}-front)`}>
          <Cladding material={material} dark={dark} slant={0} from={shape.left} />
        </g>
        <Front shape={shape} kind={kind} dark={dark} />
        <polyline points={points(edge)} fill="none" stroke={roof} strokeWidth="7" />
      </g>
      <Dimensions shape={shape} size={size} />
    </svg>
  );
}

function isDark(value: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    parseInt(value.slice(at, at + 2), 16),
  );
  return red * 0.299 + green * 0.587 + blue * 0.114 < 125;
}
