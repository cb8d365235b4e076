import { FLOOR_LEVEL, type ShedDimensions } from './dimensions.ts';
import type { ShedStyle } from './roof-shapes.ts';

export type Wall = 'front' | 'back' | 'left' | 'right';

/** What a wall has in it or on it. Lengths are in inches. */
export type Opening = {
  /** From the wall's lower left corner, seen from outside. */
  left: number;
  bottom: number;
  width: number;
  height: number;
} & (
  | { type: 'double door' | 'single door'; brace: 'x' | 'z' | 'none'; lites?: boolean }
  | {
      type: 'window';
      columns?: number;
      rows?: number;
      /** How much darker than the door the shutters are, from 0 to 1; none without it. */
      shutterShade?: number;
      /** A flower box, except in winter. */
      flowers?: boolean;
    }
  | { type: 'gable window' | 'vent' | 'lamp' }
);

export type WallOpenings = Record<Wall, readonly Opening[]>;

type Measures = {
  width: number;
  depth: number;
  /** From the floor to the ridge. */
  gableHeight: number;
};

type Rect = Pick<Opening, 'left' | 'bottom' | 'width' | 'height'>;

const LAMP = { width: 13.2, height: 10.8 };
/** From the posts of a porch to the wall with the door. */
export const PORCH_DEPTH = 55.2;

/**
 * The doors, windows, vents and lamps of a shed.
 * @param dimensions in inches
 */
export function createOpenings(style: ShedStyle, dimensions: ShedDimensions): WallOpenings {
  const { width, depth, ridgeHeight } = dimensions;
  const measures = { width, depth, gableHeight: ridgeHeight - FLOOR_LEVEL };
  return { front: [], back: [], left: [], right: [], ...PLACEMENTS[style](measures) };
}

const PLACEMENTS: Record<ShedStyle, (measures: Measures) => Partial<WallOpenings>> = {
  'A-Frame': ({ width }) => ({
    front: [
      { ...doorAt(width / 2 - 19.2, 38.4, 79.2), type: 'single door', brace: 'none', lites: true },
      { type: 'gable window', left: width / 2 - 24, bottom: 99.6, width: 48, height: 53.76 },
      lampAt(width / 2 + 28.2, 64.8),
    ],
  }),
  'Dutch Barn': ({ width, depth, gableHeight }) => {
    const door = Math.min(67.2, width * 0.56);
    const side = [depth * 0.26, depth * 0.74].map((middle) =>
      windowAt(middle - 9.6, 28.8, 19.2, 24),
    );
    return {
      front: [
        { ...doorAt(width / 2 - door / 2, door, 70.8), type: 'double door', brace: 'x' },
        {
          type: 'single door',
          brace: 'none',
          left: width / 2 - 11.4,
          bottom: gableHeight - 43.2,
          width: 22.8,
          height: 26.4,
        },
        ...(width > 132
          ? [11.76, width - 27.36].map((left) => windowAt(left, 32.4, 15.6, 26.4, { columns: 1 }))
          : []),
      ],
      left: side,
      right: side,
    };
  },
  Dormer: ({ width, depth, gableHeight }) => {
    const door = 62.4;
    const side = (width - door) / 2;
    const windows = side > 36 ? [side / 2 - 10.8, width - side / 2 - 10.8] : [];
    const end = [
      ventAt(depth / 2 - 7.2, gableHeight - 31.2, 14.4, 13.2),
      windowAt(depth / 2 - 13.2, 32.4, 26.4, 31.2),
    ];
    const shutters = side > 52.8 ? { shutterShade: 0.3 } : {};
    return {
      front: [
        { ...doorAt(side, door, 70.8), type: 'double door', brace: 'x', lites: true },
        ...windows.map((left) => windowAt(left, 32.4, 21.6, 31.2, { flowers: true, ...shutters })),
      ],
      left: end,
      right: end,
    };
  },
  Porch: ({ width, depth }) => {
    const side = [windowAt((depth - PORCH_DEPTH) / 2 - 14.4, 33.6, 28.8, 31.2, { flowers: true })];
    return {
      front: [
        {
          type: 'single door',
          brace: 'x',
          lites: true,
          left: width / 2 - 19.2,
          bottom: 2.4,
          width: 38.4,
          height: 76.8,
        },
        ...(width > 108 ? [9.6, width - 31.2].map((left) => windowAt(left, 32.4, 21.6, 33.6)) : []),
        lampAt(width / 2 + 26.4, 67.2),
      ],
      left: side,
      right: side,
    };
  },
  'Modern Farmhouse': ({ width, depth, gableHeight }) => {
    const isSmall = width < 108;
    const side = [depth * 0.2, depth * 0.68].map((left) =>
      windowAt(left, 31.2, 22.8, 43.2, { rows: 3 }),
    );
    return {
      front: [
        {
          ...doorAt(width / 2 - (isSmall ? 25.2 : 30), isSmall ? 50.4 : 60, 76.8),
          type: 'double door',
          brace: 'z',
          lites: true,
        },
        windowAt(width / 2 - 12, gableHeight - 49.2, 24, 24),
        ...(width > 132
          ? [13.2, width - 31.2].map((left) =>
              windowAt(left, 31.2, 18, 43.2, { columns: 1, rows: 3 }),
            )
          : []),
        lampAt(width / 2, 99.6),
      ],
      left: side,
      right: side,
    };
  },
  Gable: ({ width, depth, gableHeight }) => {
    const isLarge = width > 216;
    const door = isLarge ? 100.8 : width > 132 ? 64.8 : 55.2;
    const left = width * (width > 132 ? 0.14 : 0.1);
    const room = width - left - door - 9.6;
    const shares = isLarge ? [0.3, 0.76] : [0.5];
    const options = {
      flowers: !isLarge,
      ...(room > 60 && !isLarge ? { shutterShade: 0.2 } : {}),
    };
    const end = [
      ventAt(depth / 2 - 7.2, gableHeight - 27.6, 14.4, 12),
      windowAt(depth / 2 - 13.2, 33.6, 26.4, 31.2),
    ];
    return {
      front: [
        { ...doorAt(left, door, 70.8), type: 'double door', brace: 'x' },
        ...(room > 31.2
          ? shares.map((share) =>
              windowAt(width - room * share - 15.6, 32.4, room > 48 ? 31.2 : 21.6, 32.4, options),
            )
          : []),
      ],
      left: end,
      right: end,
    };
  },
  Gambrel: ({ width, depth, gableHeight }) => {
    const door = width > 192 ? 86.4 : 64.8;
    const side = (width - door) / 2;
    const windows = side > 36 ? [side / 2 - 10.8, width - side / 2 - 10.8] : [];
    const end = [
      windowAt(depth / 2 - 13.2, 31.2, 26.4, 31.2),
      windowAt(depth / 2 - 10.8, gableHeight - 43.2, 21.6, 21.6),
    ];
    return {
      front: [
        { ...doorAt(side, door, 73.2), type: 'double door', brace: 'z', lites: true },
        ...windows.map((left) => windowAt(left, 33.6, 21.6, 31.2, { flowers: true })),
      ],
      left: end,
      right: end,
    };
  },
};

const doorAt = (left: number, width: number, height: number) => ({
  left,
  bottom: 1.2,
  width,
  height,
});

const windowAt = (
  left: number,
  bottom: number,
  width: number,
  height: number,
  options: Omit<Extract<Opening, { type: 'window' }>, keyof Rect | 'type'> = {},
): Opening => ({ type: 'window', left, bottom, width, height, ...options });

const ventAt = (left: number, bottom: number, width: number, height: number): Opening => ({
  type: 'vent',
  left,
  bottom,
  width,
  height,
});

const lampAt = (middle: number, bottom: number): Opening => ({
  type: 'lamp',
  left: middle - LAMP.width / 2,
  bottom,
  ...LAMP,
});
