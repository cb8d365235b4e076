import { darken, lighten, type Rgb, rgb } from './color.ts';
import type { Mark } from './panel.ts';
import { toCorners } from './prism.ts';
import type { Point } from './vector.ts';

const IRON: Rgb = rgb('#26262a');

const area = (points: readonly Point[], color: Rgb, lift?: number): Mark =>
  lift === undefined ? { type: 'area', points, color } : { type: 'area', points, color, lift };

const tinted = (points: readonly Point[], color: Rgb, opacity: number): Mark => ({
  type: 'area',
  points,
  color,
  opacity,
});

/** The colors and details of a window. */
type WindowLook = {
  trim: Rgb;
  sash?: Rgb;
  columns?: number;
  rows?: number;
  shutters?: Rgb;
  flowers?: boolean;
};

/** A window whose glass has its lower left corner at u, v; feet. */
export function createWindow(u: number, v: number, w: number, h: number, look: WindowLook): Mark[] {
  const { trim, sash = trim, columns = 2, rows = 2 } = look;
  const marks: Mark[] = [];
  if (look.shutters !== undefined) {
    const sw = Math.max(0.6, w * 0.34);
    for (const x of [u - 0.4 - sw, u + w + 0.4]) {
      marks.push(area(toCorners(x, v - 0.2, sw, h + 0.4), look.shutters, 0.12));
      for (let y = v + 0.1; y < v + h; y += 0.3) {
        marks.push(tinted(toCorners(x + 0.1, y, sw - 0.2, 0.1), darken(look.shutters, 0.6), 0.6));
      }
    }
  }
  marks.push(
    area(toCorners(u - 0.32, v - 0.3, w + 0.64, h + 0.66), trim, 0.14),
    area(toCorners(u - 0.45, v - 0.42, w + 0.9, 0.22), lighten(trim, 0.2), 0.22),
    area(toCorners(u - 0.06, v - 0.06, w + 0.12, h + 0.12), darken(sash, 0.45)),
    { type: 'glass', points: toCorners(u, v, w, h) },
    tinted(toCorners(u, v + h - 0.22, w, 0.22), IRON, 0.3),
  );
  for (let i = 1; i < columns; i++)
    marks.push(area(toCorners(u + (w * i) / columns - 0.05, v, 0.1, h), sash));
  for (let i = 1; i < rows; i++)
    marks.push(area(toCorners(u, v + (h * i) / rows - 0.05, w, 0.1), sash));
  if (look.flowers === true) {
    marks.push(area(toCorners(u - 0.4, v - 1.1, w + 0.8, 0.7), darken(trim, 0.08), 0.5));
    for (let i = 0; i < w * 5; i++) {
      const x = u - 0.3 + (i * (w + 0.5)) / (w * 5);
      const y = v - 0.45 + ((i * 7) % 5) * 0.1;
      const leaf: Point[] = [
        [x - 0.22, y - 0.1],
        [x + 0.1, y - 0.22],
        [x + 0.28, y + 0.08],
        [x, y + 0.3],
      ];
      marks.push(area(leaf, i % 2 === 0 ? rgb('#5d7f3c') : rgb('#49682f')));
      if (i % 2 === 0)
        marks.push(
          area(
            toCorners(x - 0.1, y + 0.12, 0.22, 0.2),
            i % 4 === 0 ? rgb('#d9523f') : rgb('#f2c14e'),
          ),
        );
    }
  }
  return marks;
}

/** A triangular window with a mullion, its glass from u, v; feet. */
export function createGableWindow(u: number, v: number, w: number, h: number, trim: Rgb): Mark[] {
  const middle = u + w / 2;
  return [
    area(
      [
        [u - 0.7, v - 0.4],
        [u + w + 0.7, v - 0.4],
        [middle, v + h + 1.02],
      ],
      trim,
      0.14,
    ),
    {
      type: 'glass',
      points: [
        [u, v],
        [u + w, v],
        [middle, v + h],
      ],
    },
    area(toCorners(middle - 0.1, v - 0.1, 0.2, h - 0.18), trim),
  ];
}

/** The colors and details of a door. */
export type DoorLook = { color: Rgb; trim: Rgb; brace?: 'x' | 'z' | 'none'; lites?: boolean };

function createStroke(a: Point, b: Point, thick: number, color: Rgb, lift?: number): Mark {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const k = thick / 2 / Math.hypot(dx, dy);
  return area(
    [
      [a[0] - dy * k, a[1] + dx * k],
      [b[0] - dy * k, b[1] + dx * k],
      [b[0] + dy * k, b[1] - dx * k],
      [a[0] + dy * k, a[1] - dx * k],
    ],
    color,
    lift,
  );
}

/** The details of a leaf with its lower left corner at u, v; feet. */
export function createDoorLeaf(
  u: number,
  v: number,
  w: number,
  h: number,
  look: DoorLook,
  hingeLeft: boolean,
): Mark[] {
  const { color, trim, brace = 'x', lites = false } = look;
  const marks: Mark[] = [area(toCorners(u, v, w, h), color)];
  for (let x = 0.5; x < w; x += 0.5) {
    marks.push(tinted(toCorners(u + x, v, 0.05, h), darken(color, 0.7), 0.6));
  }
  const rail = 0.36;
  const middle = v + h * (lites ? 0.58 : 0.5);
  if (brace !== 'none') {
    const low: [Point, Point] = [
      [u + rail, v + rail],
      [u + w - rail, middle - rail / 2],
    ];
    const cross: [Point, Point] = [
      [u + w - rail, v + rail],
      [u + rail, middle - rail / 2],
    ];
    marks.push(createStroke(...(hingeLeft ? low : cross), 0.28, trim, 0.06));
    if (brace === 'x') marks.push(createStroke(...(hingeLeft ? cross : low), 0.28, trim, 0.06));
  }
  marks.push(
    area(toCorners(u, v, rail, h), trim, 0.06),
    area(toCorners(u + w - rail, v, rail, h), trim, 0.06),
    area(toCorners(u, v, w, rail), trim, 0.06),
    area(toCorners(u, v + h - rail, w, rail), trim, 0.06),
    ...(brace !== 'none' || lites
      ? [area(toCorners(u, middle - rail / 2, w, rail), trim, 0.06)]
      : []),
  );
  if (lites) {
    const gw = w - 2 * rail;
    const gy = middle + rail / 2;
    const gh = v + h - rail - gy;
    marks.push({ type: 'glass', points: toCorners(u + rail, gy, gw, gh) });
    marks.push(
      area(toCorners(u + w / 2 - 0.05, gy, 0.1, gh), trim),
      area(toCorners(u + rail, gy + gh / 2 - 0.05, gw, 0.1), trim),
    );
  }
  const hinge = hingeLeft ? u : u + w - w * 0.45;
  const low = h < 3 ? 0.24 : 0.14;
  for (const y of [v + h * low, v + h * (1 - low)])
    marks.push(area(toCorners(hinge, y - 0.06, w * 0.45, 0.12), IRON, 0.05));
  return marks;
}

/** From the middle of double doors to each leaf, in feet. */
export const LEAF_GAP = 0.04;

/** Double doors, w wide over both leaves, with their lower left corner at u, v; feet. */
export function createDoubleDoor(
  u: number,
  v: number,
  w: number,
  h: number,
  look: DoorLook,
): Mark[] {
  return [
    area(toCorners(u - 0.35, v, w + 0.7, h + 0.4), look.trim, 0.12),
    tinted(toCorners(u - 0.04, v, w + 0.08, h + 0.05), IRON, 0.8),
    ...createDoorLeaf(u, v, w / 2 - LEAF_GAP, h, look, true),
    ...createDoorLeaf(u + w / 2 + LEAF_GAP, v, w / 2 - LEAF_GAP, h, look, false),
    area(toCorners(u + w / 2 + 0.12, v + h * 0.44, 0.12, 0.6), IRON, 0.08),
  ];
}

/** A single door with a handle; feet. */
export function createSingleDoor(
  u: number,
  v: number,
  w: number,
  h: number,
  look: DoorLook,
): Mark[] {
  return [
    area(toCorners(u - 0.35, v, w + 0.7, h + 0.4), look.trim, 0.12),
    tinted(toCorners(u - 0.04, v, w + 0.08, h + 0.05), IRON, 0.8),
    ...createDoorLeaf(u, v, w, h, look, true),
    area(toCorners(u + w - 0.3, v + h * 0.44, 0.14, 0.5), IRON, 0.08),
  ];
}

/** An overhead garage door of raised sections, with a row of lights near the top; feet. */
export function createGarageDoor(
  u: number,
  v: number,
  w: number,
  h: number,
  color: Rgb,
  trim: Rgb,
  lites = true,
): Mark[] {
  const marks: Mark[] = [
    area(toCorners(u - 0.5, v, w + 1, h + 0.55), trim, 0.14),
    area(toCorners(u, v, w, h), darken(color, 0.06)),
    tinted(toCorners(u, v + h - 0.35, w, 0.35), IRON, 0.4),
  ];
  const rows = 4;
  const columns = Math.round(w / 2.1);
  const ph = h / rows;
  const pw = w / columns;
  for (let r = 0; r < rows; r++) {
    marks.push(tinted(toCorners(u, v + r * ph, w, 0.07), IRON, 0.55));
    for (let c = 0; c < columns; c++) {
      const inner = toCorners(u + c * pw + 0.22, v + r * ph + 0.32, pw - 0.44, ph - 0.62);
      if (lites && r === rows - 1) {
        marks.push(
          area(toCorners(u + c * pw + 0.14, v + r * ph + 0.24, pw - 0.28, ph - 0.46), color, 0.04),
        );
        marks.push({ type: 'glass', points: inner });
      } else {
        marks.push(
          tinted(
            toCorners(u + c * pw + 0.16, v + r * ph + 0.28, pw - 0.36, ph - 0.58),
            darken(color, 0.55),
            0.5,
          ),
        );
        marks.push(area(inner, lighten(color, 0.12)));
      }
    }
  }
  return marks;
}

/** A louvred vent for a gable; feet. */
export function createVent(u: number, v: number, w: number, h: number, trim: Rgb): Mark[] {
  const marks: Mark[] = [
    area(toCorners(u - 0.18, v - 0.18, w + 0.36, h + 0.36), trim, 0.1),
    area(toCorners(u, v, w, h), darken(trim, 0.35)),
  ];
  for (let y = 0.08; y < h; y += 0.26)
    marks.push(area(toCorners(u, v + y, w, 0.13), lighten(trim, 0.1)));
  return marks;
}

/** A barn lamp on the wall, with a bright bulb; feet. */
export function createLamp(u: number, v: number): Mark[] {
  return [
    area(toCorners(u - 0.08, v, 0.16, 0.9), IRON, 0.2),
    area(
      [
        [u - 0.55, v],
        [u + 0.55, v],
        [u + 0.2, v + 0.42],
        [u - 0.2, v + 0.42],
      ],
      IRON,
      0.5,
    ),
    {
      type: 'area',
      points: toCorners(u - 0.2, v - 0.16, 0.4, 0.16),
      color: rgb('#ffe7a8'),
      flat: true,
    },
  ];
}
