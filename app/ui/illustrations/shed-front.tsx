import { ground, type ShedOutline } from '#drawing/shed/outline.ts';
import type { ShedStyle } from '#drawing/shed/roof-shapes.ts';

type FrontProps = {
  shape: ShedOutline;
  style: ShedStyle;
  dark: boolean;
};

const glass = '#e8eef0';
/** In inches, of a shed 10 ft wide. */
const doorHeight = 72;
const maxDoorWidth = 108;

export function Front({ shape, style, dark }: FrontProps) {
  const { left, front, wall, right } = shape;
  const pixelsPerInch = shape.pixelsPerInch * shape.heightFactor;
  const middle = left + front / 2;
  const height = doorHeight * pixelsPerInch;
  const width = Math.min(front * (style === 'A-Frame' ? 0.3 : 0.42), maxDoorWidth * pixelsPerInch);
  const top = ground - height;
  const eave = ground - wall;
  return (
    <g stroke={dark ? '#f5f3ee' : '#1d2420'} fill="none" strokeWidth="2">
      {style === 'Porch' && (
        <path
          d={`M${left} ${eave}H${right}V${ground}H${left}z`}
          fill="#000"
          fillOpacity="0.3"
          stroke="none"
        />
      )}
      <rect
        x={middle - width / 2}
        y={top}
        width={width}
        height={height}
        fill={dark ? '#f5f3ee' : '#1d2420'}
        fillOpacity="0.14"
      />
      <path d={`M${middle} ${top}V${ground}`} strokeWidth="1.5" />
      <path
        d={`M${middle - width / 2} ${ground - 4}L${middle - 3} ${top + 4}M${middle + width / 2} ${ground - 4}L${middle + 3} ${top + 4}`}
        strokeWidth="1.25"
      />
      {style === 'Modern Farmhouse' && (
        <Window x={middle - 17} y={top - 62} width={34} height={46} />
      )}
      {style === 'Gambrel' &&
        [left + front * 0.145, right - front * 0.145].map((x) => (
          <Window key={x} x={x - 11} y={ground - wall * 0.78} width={22} height={28} />
        ))}
      {style === 'Dutch Barn' && <LoftDoor x={middle} y={top - 12} />}
      {style === 'Porch' && <PorchPosts shape={shape} eave={eave} />}
    </g>
  );
}

function Window({ x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>) {
  return (
    <g>
      <rect x={x} y={y} width={width} height={height} fill={glass} />
      <path
        d={`M${x + width / 2} ${y}v${height}M${x} ${y + height / 2}h${width}`}
        className="stroke-ink"
        strokeWidth="1.5"
      />
    </g>
  );
}

function LoftDoor({ x, y }: { x: number; y: number }) {
  return (
    <g>
      <path d={`M${x - 17} ${y}v-32h34v32zl34 -32M${x - 17} ${y - 32}l34 32`} strokeWidth="1.75" />
      <path d={`M${x - 25} ${y - 33}l25 -15 25 15`} className="stroke-ink" strokeWidth="4" />
    </g>
  );
}

function PorchPosts({ shape, eave }: { shape: ShedOutline; eave: number }) {
  const { left, front, right } = shape;
  const rail = ground - 34;
  const posts = [left - 4, left + front * 0.25 - 4, right - front * 0.25 - 4, right - 4];
  const rails = [left + 4, right - front * 0.25 + 4].map(
    (from) => `M${from} ${rail}h${front * 0.25 - 8}M${from} ${rail + 20}h${front * 0.25 - 8}`,
  );
  return (
    <g className="stroke-ink" fill="#f5f3ee" strokeWidth="1.5">
      <path d={rails.join('')} stroke="#f5f3ee" strokeWidth="4" />
      {posts.map((x) => (
        <path key={x} d={`M${x} ${eave}h8V${ground}h-8z`} />
      ))}
      <path d={`M${left - 8} ${eave - 6}h${front + 16}v12h${-front - 16}z`} />
      <path d={`M${left - 8} ${ground - 6}h${front + 16}v7h${-front - 16}z`} />
    </g>
  );
}
