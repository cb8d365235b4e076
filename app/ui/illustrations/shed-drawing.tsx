import { useId } from 'react';
import { colorValue } from '#app/domain/colors.ts';
import { Cladding } from './cladding.tsx';
import { Dimensions } from './dimensions.tsx';
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
  const kind = style.toLowerCase();
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
            <polyline
              points={points(
                [ridge, ...planes.map(([, low]) => low)].map((p) => behind(p, away, at)),
              )}
            />
          </g>
        ))}
        {[...side, ridge, ...planes.map(([, low]) => low)].map((corner) => (
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
          <polygon
            key={plane.join()}
            points={slab(plane, -0.05, clad)}
            fill={roof}
            fillOpacity={1 - index * 0.12}
          />
        ))}
        <polygon points={points(frontWall)} fill={value} />
        <g clipPath={`url(#${id}-front)`}>
          <Cladding material={material} dark={dark} slant={0} from={shape.left} />
        </g>
        <Front shape={shape} kind={kind} dark={dark} />
        <polyline points={points(edge)} fill="none" stroke={roof} strokeWidth="7" />
        {kind === 'dormer' && <DormerOnRoof shape={shape} value={value} roof={roof} />}
      </g>
      <Dimensions shape={shape} size={size} />
    </svg>
  );
}

type Geometry = ReturnType<typeof shedGeometry>;

function Front({ shape, kind, dark }: { shape: Geometry; kind: string; dark: boolean }) {
  const { left, front, wall, right } = shape;
  const middle = left + front / 2;
  const trim = dark ? '#f5f3ee' : '#1d2420';
  const height = Math.max(wall * 0.78, front * 0.5);
  const width = front * (kind === 'a-frame' ? 0.3 : 0.42);
  const top = ground - height;
  return (
    <g stroke={trim} fill="none" strokeWidth="2">
      <rect
        x={middle - width / 2}
        y={top}
        width={width}
        height={height}
        fill={trim}
        fillOpacity="0.14"
      />
      <path d={`M${middle} ${top}V${ground}`} strokeWidth="1.5" />
      <path
        d={`M${middle - width / 2} ${ground - 4}L${middle - 3} ${top + 4}M${middle + width / 2} ${ground - 4}L${middle + 3} ${top + 4}`}
        strokeWidth="1.25"
      />
      {kind === 'modern farmhouse' && (
        <path
          d={`M${middle - 13} ${top - 20}v-30h26v30zM${middle} ${top - 50}v30M${middle - 13} ${top - 35}h26`}
          fill="#e8eef0"
          fillOpacity="0.9"
        />
      )}
      {kind === 'porch' && (
        <g className="stroke-ink" fill="#f5f3ee" strokeWidth="1.5">
          <path d={`M${left - 6} ${ground - wall}h${front + 12}v9h${-front - 12}z`} />
          {[left - 2, left + front * 0.24, right - front * 0.24 - 8, right - 6].map((x) => (
            <path key={x} d={`M${x} ${ground - wall + 9}h8V${ground}h-8z`} />
          ))}
        </g>
      )}
    </g>
  );
}

function DormerOnRoof({ shape, value, roof }: { shape: Geometry; value: string; roof: string }) {
  const plane = shape.planes[0];
  if (!plane) return null;
  const [x, y] = behind(
    [(plane[0][0] + plane[1][0]) / 2, (plane[0][1] + plane[1][1]) / 2 + 6],
    shape.away,
    0.26,
  );
  return (
    <g>
      <path d={`M${x - 20} ${y + 4}v-20l20 -18 20 18v20z`} fill={value} />
      <path d={`M${x - 9} ${y - 4}v-14h18v14z`} fill="#e8eef0" />
      <path d={`M${x - 25} ${y - 12}l25 -22 25 22`} fill="none" stroke={roof} strokeWidth="5" />
    </g>
  );
}

function isDark(value: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    parseInt(value.slice(at, at + 2), 16),
  );
  return red * 0.299 + green * 0.587 + blue * 0.114 < 125;
}
