import type { Camera } from './camera.ts';

/** A footprint's width and depth, and the ridge's height, in feet. */
export type Bulk = { w: number; d: number; h: number };

/** The angle around a building, and what differs from the usual distance and composition. */
export type Viewpoint = {
  /** Degrees from the front; positive to the right. */
  turn: number;
  /** Varies the height of the horizon. */
  seed: number;
  /** A share of the image's height from the top. */
  horizon?: number;
  /** The distance; at 1 the building fills the image. */
  far?: number;
  /** The height of the eye, in feet. */
  eye?: number;
  centre?: number;
};

/** The viewpoint of a design's image on pages; the view that turns begins with it. */
export const PAGE_VIEWPOINT = { turn: -30, seed: 11 } as const satisfies Viewpoint;

/**
 * The camera that sees all of a building from the height of a person.
 * @param bulk the room that the building takes around the origin, in feet
 * @param aspect the width of the image by its height
 */
export function createCamera(bulk: Bulk, viewpoint: Viewpoint, aspect = 4 / 3): Camera {
  const { turn, seed, far = 1, eye = 5.4, centre = 0.5 } = viewpoint;
  const angle = (turn * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const across = bulk.w * cos + bulk.d * Math.abs(sin);
  const needed = Math.max(across * 1.12 + 3, (bulk.h + 2) * 1.42 * (aspect / (4 / 3)));
  const away = needed * 1.12 * far + (bulk.d * cos + bulk.w * Math.abs(sin)) / 2 + 3;
  return {
    eye: [sin * away, eye, cos * away],
    target: [0, 0, 0],
    focal: 1.12,
    horizon: viewpoint.horizon ?? 0.6 + ((seed * 7) % 9) * 0.008,
    centre,
  };
}

/** The edges of a canvas at a distance of 1 from the eye, along and across its line of sight. */
export type Frustum = { left: number; right: number; top: number; bottom: number };

/**
 * The frustum of a camera on a canvas of any shape: it shows what an image of 4:3 shows in its middle, and more of
 * the surroundings beside it.
 * @param width and height of the canvas in pixels
 */
export function getFrustum(
  { focal, horizon }: Pick<Camera, 'focal' | 'horizon'>,
  width: number,
  height: number,
): Frustum {
  const image = 0.75 / focal;
  const right = Math.max(1, (0.75 * width) / height) / (2 * focal);
  const tall = (2 * right * height) / width;
  const top = horizon * image + (tall - image) / 2;
  return { left: -right, right, top, bottom: top - tall };
}
