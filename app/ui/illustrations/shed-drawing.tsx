import { useId } from 'react';
import { getColorValue } from '#app/domain/sheds/colors.ts';
import {
  box,
  createShedOutline,
  findStyle,
  formatPoints,
  ground,
  moveBack,
} from '#drawing/shed/outline.ts';
import type { Point } from '#drawing/vector.ts';
import { Cladding } from './cladding.tsx';
import { Dimensions } from './dimensions.tsx';
import { Dormer } from './shed-dormer.tsx';
import { Front } from './shed-front.tsx';

type ShedDrawingProps = {
  style: string;
  color: string;
  size: string;
  material: string;
  className?: string;
};

const clad = 0.56;
const studs = [0.66, 0.745, 0.83, 0.915, 1];
const seams = [0.06, 0.17, 0.28, 0.39, 0.5];

export function ShedDrawing({ style, color, size, material, className }: ShedDrawingProps) {
  const id = useId();
  const knownStyle = findStyle(style);
  const shape = createShedOutline(knownStyle, size);
  const { away, edge, frontWall, planes, ridge, side } = shape;
  const value = getColorValue(color);
  const dark = isDark(value);
  const roof = dark ? '#777b78' : '#3b413e';
  const ridgeToEave = [ridge, ...planes.map(([, low]) => low)];
  const slab = ([from, to]: [Point, Point], start: number, end: number) =>
    formatPoints(
      [from, to, to, from].map((corner, at) => moveBack(corner, away, at < 2 ? start : end)),
    );

  return (
    <svg
      viewBox={`0 0 ${box.width} ${box.height}`}
      aria-hidden="true"
      className={className}
      strokeLinejoin="round"
    >
      <defs>
        <clipPath id={`${id}-front`}>
          <polygon points={formatPoints(frontWall)} />
        </clipPath>
        <clipPath id={`${id}-side`}>
          <polygon points={slab(side, 0, clad)} />
        </clipPath>
      </defs>
      <path d={`M24 ${ground}H${shape.right + 6}`} className="stroke-line-firm" />

      <g className="stroke-line-firm" fill="none" strokeWidth="1.5">
        {studs.map((at) => (
          <g key={at}>
            <polyline points={formatPoints(side.map((corner) => moveBack(corner, away, at)))} />
            <polyline
              points={formatPoints(ridgeToEave.map((corner) => moveBack(corner, away, at)))}
            />
          </g>
        ))}
        {[...side, ...ridgeToEave].map((corner) => (
          <polyline
            key={corner.join()}
            points={formatPoints([moveBack(corner, away, clad), moveBack(corner, away, 1)])}
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
        {knownStyle === 'Modern Farmhouse' && (
          <g stroke="#fff" strokeOpacity="0.35" strokeWidth="1">
            {seams.map((at) => (
              <polyline
                key={at}
                points={formatPoints(ridgeToEave.map((p) => moveBack(p, away, at)))}
              />
            ))}
          </g>
        )}
        {knownStyle === 'Dormer' && <Dormer shape={shape} color={value} roof={roof} />}
        <polygon points={formatPoints(frontWall)} fill={value} />
        <g clipPath={`url(#${id}-front)`}>
          <Cladding material={material} dark={dark} slant={0} from={shape.left} />
        </g>
        <Front shape={shape} style={knownStyle} dark={dark} />
        <polyline points={formatPoints(edge)} fill="none" stroke={roof} strokeWidth="7" />
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
