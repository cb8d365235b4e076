import { formatPoints, moveBack, type ShedOutline } from '#drawing/shed/outline.ts';
import type { Point } from '#drawing/vector.ts';

type DormerProps = { shape: ShedOutline; color: string; roof: string };

const start = 0.1;
const end = 0.47;
const down = 0.78;

export function Dormer({ shape, color, roof }: DormerProps) {
  const [ridge, eave] = shape.planes[0] ?? [shape.ridge, shape.ridge];
  const onRoof = (share: number, depth: number): Point =>
    moveBack(
      [ridge[0] + (eave[0] - ridge[0]) * share, ridge[1] + (eave[1] - ridge[1]) * share],
      shape.away,
      depth,
    );
  const height = (eave[1] - ridge[1]) * 0.62;
  const lifted = ([x, y]: Point, by: number): Point => [x, y - height * by];
  const near = onRoof(down, start);
  const far = onRoof(down, end);
  const face = (from: number, to: number, low: number, high: number) => {
    const along = (share: number): Point => [
      near[0] + (far[0] - near[0]) * share,
      near[1] + (far[1] - near[1]) * share,
    ];
    return formatPoints([
      lifted(along(from), low),
      lifted(along(to), low),
      lifted(along(to), high),
      lifted(along(from), high),
    ]);
  };
  return (
    <g>
      <polygon points={formatPoints([near, lifted(near, 1), onRoof(0.06, start)])} fill={color} />
      <polygon points={face(0, 1, 0, 1)} fill={color} />
      <polygon points={face(0, 1, 0, 1)} fill="#000" fillOpacity="0.12" />
      {[0.08, 0.39, 0.7].map((from) => (
        <polygon key={from} points={face(from, from + 0.22, 0.2, 0.8)} fill="#e8eef0" />
      ))}
      <polygon
        points={formatPoints([
          lifted(onRoof(down + 0.06, start - 0.03), 1),
          lifted(onRoof(down + 0.06, end + 0.03), 1),
          onRoof(0.02, end + 0.03),
          onRoof(0.02, start - 0.03),
        ])}
        fill={roof}
      />
    </g>
  );
}
