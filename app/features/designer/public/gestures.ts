import type { FirstDrag } from './first-drag.ts';
import { type Look, limitLook } from './view-camera.ts';

export const DEGREES_PER_PIXEL = 0.5;
const TILT_PER_PIXEL = 0.25;
const ZOOM_PER_PIXEL = 0.002;
/** Fingers that scroll move a few pixels sideways. */
const MIN_DRAG = 8;
/** Pixels per line, for wheels that count lines. */
const LINE_HEIGHT = 16;
/** A wheel's notch at most, in pixels. */
const MAX_DELTA = 150;

type Finger = { x: number; y: number };

/** One or more fingers, where they began and what was seen then. */
export type Gesture = Finger & { spread: number; look: Look };

const getMiddle = (fingers: readonly Finger[]): Finger => ({
  x: fingers.reduce((sum, { x }) => sum + x, 0) / fingers.length,
  y: fingers.reduce((sum, { y }) => sum + y, 0) / fingers.length,
});

/** The distance of two fingers in pixels; 0 for one. */
function getSpread([first, second]: readonly Finger[]): number {
  return first && second ? Math.hypot(second.x - first.x, second.y - first.y) : 0;
}

/** Begins a gesture. @param fingers at least one; positions in pixels */
export const startGesture = (fingers: readonly Finger[], look: Look): Gesture => ({
  ...getMiddle(fingers),
  spread: getSpread(fingers),
  look,
});

/** What is seen once the fingers have moved: they turn and tilt the shed, and two of them zoom. */
export function moveGesture({ x, y, spread, look }: Gesture, fingers: readonly Finger[]): Look {
  const middle = getMiddle(fingers);
  const factor = spread > 0 ? getSpread(fingers) / spread : 1;
  return limitLook({
    angle: look.angle - (middle.x - x) * DEGREES_PER_PIXEL,
    tilt: look.tilt + (middle.y - y) * TILT_PER_PIXEL,
    zoom: look.zoom * factor,
  });
}

/** The zoom after a turn of the wheel; undefined at its limit, where the page scrolls. */
export function applyWheel(
  look: Look,
  { deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>,
): number | undefined {
  const pixels = deltaMode === 0 ? deltaY : deltaY * LINE_HEIGHT;
  const step = Math.min(MAX_DELTA, Math.max(-MAX_DELTA, pixels));
  const { zoom } = limitLook({ ...look, zoom: look.zoom * Math.exp(-step * ZOOM_PER_PIXEL) });
  return zoom === look.zoom ? undefined : zoom;
}

/** How far a drag went to the right, in pixels; 0 for a touch that only scrolls or taps. */
export function getDraggedPixels(drag: FirstDrag | undefined): number {
  const distance = drag ? drag.to - drag.from : 0;
  return Math.abs(distance) < MIN_DRAG ? 0 : distance;
}
