import { createBar, createBox, type Mark, type Panel } from '../building/panel.ts';
import { type Rgb, rgb } from '../color.ts';
import { toFeet, type Vec3 } from '../vector.ts';
import type { FramePart } from './frame.ts';

const PINE: Rgb = rgb('#e0bb83');
const DARK_PINE: Rgb = rgb('#cfa56b');
const BEARER: Rgb = rgb('#8a7152');

const COLORS: Partial<Record<FramePart['name'], Rgb>> = {
  bearers: BEARER,
  stud: PINE,
  rafters: PINE,
};

const scale = (point: Vec3): Vec3 => [toFeet(point[0]), toFeet(point[1]), toFeet(point[2])];

const createFloorJoints = (width: number, height: number): Mark[] =>
  [1, 2].map((third) => ({
    kind: 'line',
    points: [
      [(width * third) / 3, 0],
      [(width * third) / 3, height],
    ],
    color: rgb('#7c5c36'),
    width: 0.06,
    opacity: 0.6,
  }));

/**
 * A part of the frame, ready for a scene.
 * @param part in inches
 * @returns panels in feet
 */
export function createFramePanels({ name, timbers }: FramePart): Panel[] {
  const color = COLORS[name] ?? DARK_PINE;
  return timbers.flatMap((timber) =>
    timber.shape === 'bar'
      ? createBar(scale(timber.from), scale(timber.to), toFeet(timber.thickness), color)
      : createBox(
          scale(timber.corner),
          scale(timber.size),
          color,
          name === 'floor' ? { marks: createFloorJoints } : {},
        ),
  );
}
