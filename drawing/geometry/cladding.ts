import { blend, darken, lighten, type Rgb, rgb } from './color.ts';
import type { Mark } from './panel.ts';
import { toCorners } from './prism.ts';
import { createRandom, randomBetween } from './random.ts';
import type { Point } from './vector.ts';

const area = (points: readonly Point[], color: Rgb, opacity?: number, lift?: number): Mark => ({
  type: 'area',
  points,
  color,
  ...(opacity === undefined ? {} : { opacity }),
  ...(lift === undefined ? {} : { lift }),
});

const line = (points: readonly Point[], color: Rgb, width: number, opacity = 1): Mark => ({
  type: 'line',
  points,
  color,
  width,
  opacity,
});

const SHADE: Rgb = rgb('#1d1626');

/** Upright boards with battens over the joints; every board has its own tone and grain. */
function createBoardAndBatten(w: number, h: number, color: Rgb, natural: boolean): Mark[] {
  const random = createRandom(Math.round(w * 71 + h * 13));
  const marks: Mark[] = [];
  const step = 1;
  for (let u = 0; u < w; u += step) {
    const tone = natural ? randomBetween(random, -0.2, 0.18) : randomBetween(random, -0.06, 0.06);
    marks.push(
      area(toCorners(u, 0, step, h), tone < 0 ? darken(color, -tone) : lighten(color, tone)),
    );
    const grains = natural ? 5 : 2;
    for (let i = 0; i < grains; i++) {
      const x = u + randomBetween(random, 0.15, step - 0.1);
      const low = randomBetween(random, 0, h * 0.7);
      const high = low + randomBetween(random, h * 0.15, h * 0.5);
      const bend = randomBetween(random, -0.06, 0.06);
      marks.push(
        line(
          [
            [x, low],
            [x + bend, (low + high) / 2],
            [x, high],
          ],
          darken(color, 0.35),
          0.035,
          natural ? 0.4 : 0.2,
        ),
      );
    }
  }
  for (let u = 0; u <= w; u += step) {
    const tone = natural ? randomBetween(random, 0, 0.16) : 0.05;
    marks.push(area(toCorners(u - 0.11, 0, 0.22, h), lighten(color, tone), undefined, 0.1));
    marks.push(
      line(
        [
          [u + 0.11, 0],
          [u + 0.11, h],
        ],
        SHADE,
        0.03,
        0.28,
      ),
    );
  }
  return marks;
}

/** Horizontal lap: a lit upper lip and a thin shadow under each course. */
function createLap(w: number, h: number, color: Rgb, course: number, natural: boolean): Mark[] {
  const random = createRandom(Math.round(w * 31 + h * 7));
  const marks: Mark[] = [];
  for (let v = 0; v < h; v += course) {
    if (natural) {
      for (let u = randomBetween(random, -6, 0); u < w; ) {
        const length = randomBetween(random, 4, 9);
        const tone = randomBetween(random, -0.18, 0.16);
        const board = tone < 0 ? darken(color, -tone) : lighten(color, tone);
        marks.push(area(toCorners(u, v, length, course), board));
        marks.push(
          line(
            [
              [u, v],
              [u, v + course],
            ],
            SHADE,
            0.04,
            0.35,
          ),
        );
        u += length;
      }
    }
    marks.push(
      area(
        toCorners(0, v + course * 0.55, w, course * 0.45),
        lighten(color, 0.2),
        natural ? 0.14 : 0.3,
      ),
    );
    marks.push(area(toCorners(0, v, w, course * 0.2), SHADE, 0.17));
    marks.push(
      line(
        [
          [0, v],
          [w, v],
        ],
        SHADE,
        0.03,
        0.3,
      ),
    );
  }
  return marks;
}

/** Rolled steel sheet: wide pans between raised ribs, with a band of sky in each pan. */
function createRibbed(w: number, h: number, color: Rgb): Mark[] {
  const marks: Mark[] = [];
  for (let u = 0; u < w; u += 0.75) {
    marks.push(area(toCorners(u + 0.3, 0, 0.34, h), lighten(color, 0.3), 0.26));
    marks.push(area(toCorners(u, 0, 0.1, h), lighten(color, 0.45), 0.85));
    marks.push(area(toCorners(u + 0.1, 0, 0.13, h), SHADE, 0.36));
  }
  for (let v = 2.9; v < h; v += 2.9) {
    for (let u = 0.05; u < w; u += 0.75) {
      marks.push(area(toCorners(u - 0.03, v, 0.07, 0.07), darken(color, 0.5), 0.6));
    }
  }
  return marks;
}

/** Painted panels of engineered wood with upright grooves eight inches apart. */
function createGrooved(w: number, h: number, color: Rgb): Mark[] {
  const random = createRandom(Math.round(w * 17 + h * 5));
  const marks: Mark[] = [];
  for (let u = 0; u < w; u += 0.667) {
    marks.push(
      area(toCorners(u, 0, 0.667, h), random() < 0.5 ? darken(color, 0.04) : lighten(color, 0.03)),
    );
    for (let i = 0; i < 2; i++) {
      const x = u + randomBetween(random, 0.1, 0.55);
      const low = randomBetween(random, 0, h);
      marks.push(
        line(
          [
            [x, low],
            [x, low + randomBetween(random, 1, 3)],
          ],
          darken(color, 0.3),
          0.03,
          0.22,
        ),
      );
    }
    marks.push(area(toCorners(u - 0.04, 0, 0.08, h), SHADE, 0.55));
    marks.push(area(toCorners(u + 0.04, 0, 0.05, h), lighten(color, 0.35), 0.4));
  }
  return marks;
}

/** The patterns of siding. */
export type Cladding = 'battens' | 'lap' | 'boards' | 'ribbed' | 'grooved';

/** The siding of a wall of w by h feet. */
export function createCladding(
  kind: Cladding,
  w: number,
  h: number,
  color: Rgb,
  natural = false,
): Mark[] {
  if (kind === 'battens') return createBoardAndBatten(w, h, color, natural);
  if (kind === 'ribbed') return createRibbed(w, h, color);
  if (kind === 'grooved') return createGrooved(w, h, color);
  return createLap(w, h, color, kind === 'boards' ? 0.55 : 0.42, kind === 'boards');
}

/** Boards that cover the corners and the foot of a wall of w by h feet. */
export function createCornerTrim(w: number, h: number, color: Rgb): Mark[] {
  const board = 0.38;
  return [
    area(toCorners(0, 0, w, board), color, undefined, 0.08),
    area(toCorners(0, 0, board, h), color, undefined, 0.08),
    area(toCorners(w - board, 0, board, h), color, undefined, 0.08),
  ];
}

/** The coverings of roofs. */
export type Roofing = 'shingles' | 'seams' | 'cedar';

/** The covering of a roof slope of w by h feet. */
export function createRoofCover(kind: Roofing, w: number, h: number, color: Rgb, seed = 1): Mark[] {
  const marks: Mark[] = [];
  const random = createRandom(seed + Math.round(w * 10 + h));
  if (kind === 'seams') {
    for (let u = 0; u <= w; u += 1.35) {
      marks.push(area(toCorners(u - 0.06, 0, 0.12, h), lighten(color, 0.28), undefined, 0.1));
      marks.push(area(toCorners(u + 0.06, 0, 0.1, h), SHADE, 0.3));
      marks.push(area(toCorners(u + 0.5, 0, 0.4, h), lighten(color, 0.2), 0.16));
    }
    return marks;
  }
  const course = kind === 'cedar' ? 0.7 : 0.48;
  const tab = kind === 'cedar' ? 0.55 : 1;
  let row = 0;
  for (let v = 0; v < h; v += course) {
    for (let u = (row % 3) * -0.37 * tab; u < w; ) {
      const length = tab * randomBetween(random, 0.7, 1.3);
      const tone = randomBetween(random, -0.16, 0.14);
      const tile = tone < 0 ? darken(color, -tone) : blend(color, lighten(color, 0.5), tone);
      marks.push(area(toCorners(u, v, length, course), tile));
      u += length;
    }
    marks.push(area(toCorners(0, v, w, course * 0.16), SHADE, 0.34));
    row += 1;
  }
  return marks;
}
