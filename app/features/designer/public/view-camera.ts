import { m4 } from 'twgl.js';
import type { Camera } from '#drawing/geometry/camera.ts';
import type { Vec3 } from '#drawing/geometry/vector.ts';
import { getFrustum } from '#drawing/geometry/viewpoint.ts';

/** Where the visitor looks from. */
export type Look = {
  /** Around the shed from its front, in degrees; positive to the right. */
  angle: number;
  /** Above the height of a person, in degrees around the middle of the shed. */
  tilt: number;
  /** How much larger the shed is than in its image. */
  zoom: number;
};

export const LOOK_LIMITS = { tilt: [0, 45], zoom: [0.7, 3] } as const;

const clamp = (value: number, [min, max]: readonly [number, number]) =>
  Math.min(max, Math.max(min, value));

/** Keeps tilt and zoom within their limits. */
export const limitLook = (look: Look): Look => ({
  angle: look.angle,
  tilt: clamp(look.tilt, LOOK_LIMITS.tilt),
  zoom: clamp(look.zoom, LOOK_LIMITS.zoom),
});

/** The middle of the shed from above, where more of the ground before it is seen; a share of the height from the top. */
const LEVEL_FROM_ABOVE = 0.45;
const NEAR = 2;
const FAR = 900;

/** A camera in a scene; lengths in feet. */
export type PlacedCamera = {
  position: Vec3;
  /** The directions to the right and upwards on the canvas. */
  right: Vec3;
  up: Vec3;
  /** From the scene to clip space, by columns. */
  viewProjection: m4.Mat4;
};

/**
 * Points a camera at the shed around the origin. Neither tilted nor zoomed it shows what the image of `lens` shows;
 * zoomed, the middle of the shed moves towards the middle of the canvas.
 * @param lens the camera of the image; from other sides it is as far away
 * @param width and height of the canvas in pixels
 */
export function placeCamera(
  lens: Camera,
  { angle, tilt, zoom }: Look,
  width: number,
  height: number,
): PlacedCamera {
  const raised = tilt / LOOK_LIMITS.tilt[1];
  const away = Math.hypot(lens.eye[0], lens.eye[2]) * (1 + 0.16 * raised);
  const eye = lens.eye[1];
  const [around, up] = [(angle * Math.PI) / 180, (tilt * Math.PI) / 180];
  const position: Vec3 = [
    Math.sin(around) * Math.cos(up) * away,
    eye + Math.sin(up) * away,
    Math.cos(around) * Math.cos(up) * away,
  ];
  const world = m4.lookAt([...position], [0, eye, 0], [0, 1, 0]);
  const share = Math.min(1, 2 * raised);
  const level = lens.horizon + (LEVEL_FROM_ABOVE - lens.horizon) * share;
  const horizon = 0.5 + (level - 0.5) / Math.max(1, zoom);
  const frustum = getFrustum({ focal: lens.focal, horizon }, width, height);
  const scale = NEAR / zoom;
  const projection = m4.frustum(
    frustum.left * scale,
    frustum.right * scale,
    frustum.bottom * scale,
    frustum.top * scale,
    NEAR,
    FAR,
  );
  return {
    position,
    right: getColumn(world, 0),
    up: getColumn(world, 1),
    viewProjection: m4.multiply(projection, m4.inverse(world)),
  };
}

const getColumn = (matrix: m4.Mat4, column: number): Vec3 => {
  const [x = 0, y = 0, z = 0] = matrix.slice(4 * column, 4 * column + 3);
  return [x, y, z];
};
