import { ground, moveBack, type ShedOutline } from '#drawing/shed/outline.ts';
import { parseSize } from '#drawing/shed/size.ts';
import { type Point, toFeet } from '#drawing/vector.ts';

export function Dimensions({ shape, size }: { shape: ShedOutline; size: string }) {
  const footprint = parseSize(size);
  if (!footprint) return null;
  const { left, right, away } = shape;
  const near: Point = [right, ground];
  const far = moveBack(near, away, 1);
  return (
    <g className="fill-ink-soft stroke-ink-soft" strokeWidth="1">
      <path
        d={`M${left} ${ground + 18}H${right}M${left} ${ground + 12}v12M${right} ${ground + 12}v12`}
      />
      <Label at={[(left + right) / 2, ground + 38]} text={`${toFeet(footprint.width)} ft`} />
      <path
        d={`M${near[0] + 12} ${near[1] + 12}L${far[0] + 12} ${far[1] + 12}M${near[0] + 8} ${near[1] + 7}l7 10M${far[0] + 8} ${far[1] + 7}l7 10`}
      />
      <Label
        at={[(near[0] + far[0]) / 2 + 32, (near[1] + far[1]) / 2 + 30]}
        text={`${toFeet(footprint.depth)} ft`}
      />
    </g>
  );
}

function Label({ at: [x, y], text }: { at: Point; text: string }) {
  return (
    <text x={x} y={y} textAnchor="middle" fontSize="15" fontWeight="500" stroke="none">
      {text}
    </text>
  );
}
