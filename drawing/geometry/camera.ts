import { clipPolygon, dot, type Point, sub, type Vec3 } from './vector.ts';

/** The viewpoint, in feet. The camera is level, so that upright lines stay upright. */
export type Camera = {
  eye: Vec3;
  /** Only x and z count, because the camera turns but never tilts. */
  target: Vec3;
  /** Focal length as a share of the image's width; at 1 the view is about 53 degrees wide. */
  focal: number;
  /** The horizon, as a share of the image's height from the top. */
  horizon: number;
  /** The target, as a share of the image's width from the left. */
  centre?: number;
};

/** The projection of a scene in feet onto an image in pixels. */
export type View = {
  width: number;
  height: number;
  eye: Vec3;
  horizonY: number;
  project(p: Vec3): Point;
  /** Pixels per foot at the point's distance. */
  scaleAt(p: Vec3): number;
  depth(p: Vec3): number;
  /** A polygon on the image, clipped in front of the camera. */
  polygon(corners: readonly Vec3[]): Point[];
};

const NEAR = 1;

/** Creates the projection of a camera onto an image of width by height pixels. */
export function createView(camera: Camera, width: number, height: number): View {
  const dx = camera.target[0] - camera.eye[0];
  const dz = camera.target[2] - camera.eye[2];
  const length = Math.hypot(dx, dz);
  const forward: Vec3 = [dx / length, 0, dz / length];
  const right: Vec3 = [-forward[2], 0, forward[0]];
  const focal = camera.focal * width;
  const horizonY = camera.horizon * height;
  const centreX = (camera.centre ?? 0.5) * width;
  const depth = (p: Vec3) => dot(sub(p, camera.eye), forward);
  const project = (p: Vec3): Point => {
    const d = sub(p, camera.eye);
    const k = focal / Math.max(depth(p), NEAR / 2);
    return [centreX + dot(d, right) * k, horizonY - d[1] * k];
  };
  return {
    width,
    height,
    eye: camera.eye,
    horizonY,
    project,
    depth,
    scaleAt: (p) => focal / Math.max(depth(p), NEAR),
    polygon: (corners) => clipPolygon(corners, (p) => depth(p) - NEAR).map(project),
  };
}
