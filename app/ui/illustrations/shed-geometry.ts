export type Point = readonly [x: number, y: number];

/** The ground line of the drawing, and the box it is drawn in. */
export const ground = 300;
export const box = { width: 480, height: 360 } as const;

type Shape = {
  /** Height of the wall, as a share of the front's width. */
  wall: number;
  /** The roof's corners from the left eave to the ridge: along the width, above the wall; shares. */
  roof: readonly Point[];
};

const gable: Shape = {
  wall: 0.62,
  roof: [
    [0, 0],
    [0.5, 0.3],
  ],
};
const gambrel: Shape = {
  wall: 0.52,
  roof: [
    [0, 0],
    [0.15, 0.26],
    [0.5, 0.4],
  ],
};

const shapes: Record<string, Shape> = {
  'a-frame': {
    wall: 0.1,
    roof: [
      [0, 0],
      [0.5, 0.86],
    ],
  },
  'dutch barn': {
    wall: 0.52,
    roof: [
      [-0.13, -0.06],
      [0, 0.06],
      [0.15, 0.3],
      [0.5, 0.44],
    ],
  },
  dormer: {
    wall: 0.58,
    roof: [
      [0, 0],
      [0.5, 0.36],
    ],
  },
  'modern farmhouse': {
    wall: 0.6,
    roof: [
      [0, 0],
      [0.5, 0.48],
    ],
  },
  gambrel,
};

/** The feet of a size such as 10x12: width and depth; undefined where it says something else. */
export function feetOf(size: string): { width: number; depth: number } | undefined {
  const match = size.match(/(\d{1,3})\s*[x×]\s*(\d{1,3})/i);
  return match ? { width: Number(match[1]), depth: Number(match[2]) } : undefined;
}

/**
 * The corners of a shed in oblique projection, ready to be drawn.
 * @param style one of the shed styles, in any letter case; an unknown one is a gable
 * @param size such as 10x12
 */
export function shedGeometry(style: string, size: string) {
  const shape = shapes[style.trim().toLowerCase()] ?? gable;
  const feet = feetOf(size) ?? { width: 10, depth: 12 };
  const front = clamp(118 + feet.width * 6.4, 150, 216);
  const depth = clamp(66 + feet.depth * 5.4, 96, 184);
  const away: Point = [depth * 0.86, depth * -0.3];
  const left = (box.width - front - away[0]) / 2;
  const wall = front * shape.wall;

  const rise = shape.roof.map(([x, y]): Point => [left + x * front, ground - wall - y * front]);
  const fall = rise
    .slice(0, -1)
    .reverse()
    .map(([x, y]): Point => [2 * left + front - x, y]);
  const right = left + front;
  const frontWall: Point[] = [
    [left, ground],
    [left, ground - wall],
    ...rise.slice(rise.findIndex(([x]) => x > left)),
    ...fall.filter(([x]) => x < right),
    [right, ground - wall],
    [right, ground],
  ];
  const ridge = rise.at(-1) ?? [left + front / 2, ground - wall];
  return {
    left,
    right,
    front,
    wall,
    away,
    ridge,
    frontWall,
    /** The gable's edge from eave to eave, where the roof's boards end. */
    edge: [...rise, ...fall],
    /** The side of the roof that is seen: pairs of corners from the ridge down to the eave. */
    planes: [ridge, ...fall]
      .slice(0, -1)
      .map((from, index): [Point, Point] => [from, fall[index] ?? from]),
    side: [
      [right, ground - wall],
      [right, ground],
    ] as [Point, Point],
  };
}

/** The corners that `shedGeometry` gives. */
export type ShedGeometry = ReturnType<typeof shedGeometry>;

/** The point that lies `share` of the way into the drawing's depth behind this one. */
export function behind([x, y]: Point, [dx, dy]: Point, share: number): Point {
  return [x + dx * share, y + dy * share];
}

/** Points as an SVG polygon takes them. */
export function points(list: readonly Point[]): string {
  return list.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}

function clamp(value: number, least: number, most: number) {
  return Math.min(Math.max(value, least), most);
}
