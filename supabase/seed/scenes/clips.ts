import { framing } from '../drawing/framing.ts';
import { PAINT } from '../drawing/palette.ts';
import type { Panel } from '../drawing/panel.ts';
import { drawScene } from '../drawing/scene.ts';
import { type Setting, sceneOf } from '../drawing/setting.ts';
import type { ShedLook, Style } from '../drawing/shed-parts.ts';
import { footprint, height, shed } from '../drawing/shed-styles.ts';
import { clad, cornerTrim } from '../drawing/siding.ts';
import { clipPolygon } from '../drawing/vector.ts';
import { CEDAR_GABLE, drawShed } from './sheds.ts';

/**
 * A picture in a clip and how it gives way to the next one: it stands for `hold` frames and then
 * turns into the next picture over `change` frames.
 */
export type Still = { draw: () => string; hold: number; change: number };

/** A silent clip of the demonstration content, its thumbnail and the still that the thumbnail shows. */
export type Clip = {
  file: string;
  thumbnail: string;
  stills: readonly Still[];
  poster: number;
  transition: 'fade' | 'wipe';
};

const SIZE = [1280, 720] as const;

const upTo = (panels: readonly Panel[], level: number): Panel[] =>
  panels
    .map((p) => ({ ...p, corners: clipPolygon(p.corners, (q) => level - q[1]) }))
    .filter((p) => p.corners.length >= 3);

/** The cedar gable shed after a share t of the work, in layers: skids and frame; siding, roof and doors. */
function building(t: number): Panel[][] {
  const { w, d } = footprint(CEDAR_GABLE);
  const panels = shed(CEDAR_GABLE);
  const skids = panels.slice(0, 4);
  const walls = panels.slice(4, 8);
  const roof = panels.slice(8, -3);
  const ramp = panels.slice(-3);
  const share = (from: number, to: number) => Math.min(1, Math.max(0, (t - from) / (to - from)));
  const frame = framing(w - 0.3, d - 0.3, 7, d * 0.24);
  const members = frame.slice(0, Math.round(share(0.02, 0.42) * frame.length));
  const siding = share(0.42, 0.62);
  const fitting = share(0.84, 0.98);
  const covered = walls.map((wall) => {
    const { width, height: tall, color } = wall;
    const boards = clad('battens', width, tall, color, true).length;
    const bare = boards + cornerTrim(width, tall, color).length;
    const fitted = bare + Math.round(fitting * (wall.marks.length - bare));
    return { ...wall, marks: wall.marks.slice(0, fitted) };
  });
  const ridge = height(CEDAR_GABLE) + 2;
  const shingles = share(0.62, 0.84);
  return [
    [...skids, ...(shingles < 1 ? members.flatMap((m) => m.panels) : [])],
    [
      ...(siding > 0 ? upTo(covered, 0.5 + siding * ridge) : []),
      ...(shingles > 0 ? upTo(roof, 6 + shingles * (ridge - 6)) : []),
      ...(fitting > 0.3 ? ramp : []),
    ],
  ];
}

function workScene(t: number): string {
  const [panels = [], ...layers] = building(t);
  const bulk = { ...footprint(CEDAR_GABLE), h: height(CEDAR_GABLE) };
  return drawScene({ ...sceneOf({ panels, ...bulk }, work), layers });
}

const steps = 62;
const work: Setting = {
  season: 'summer',
  mood: 'morning',
  layout: 'maple',
  seed: 11,
  turn: -28,
  size: SIZE,
};

const frameToFinish: readonly Still[] = Array.from({ length: steps + 1 }, (_, i) => ({
  draw: () => workScene(i / steps),
  hold: i === steps ? 15 : 1,
  change: 0,
}));

const RED_BARN: ShedLook = { style: 'Dutch Barn', material: 'Wood', color: 'Red', size: '10x12' };

const fourSeasons: readonly Still[] = (
  [
    ['spring', 'morning'],
    ['summer', 'noon'],
    ['autumn', 'autumn'],
    ['winter', 'winter'],
  ] as const
).map(([season, mood]) => ({
  draw: () => drawShed(RED_BARN, { season, mood, layout: 'maple', seed: 24, turn: 28, size: SIZE }),
  hold: 12,
  change: 7,
}));

const tenColours: readonly Still[] = Object.keys(PAINT).map((color) => ({
  draw: () =>
    drawShed(
      { style: 'Gambrel', material: 'Duratemp', color, size: '12x16' },
      { ...work, layout: 'birches', seed: 35, turn: -26 },
    ),
  hold: 4,
  change: 4,
}));

const STYLES: readonly (readonly [Style, string])[] = [
  ['A-Frame', 'Natural'],
  ['Dutch Barn', 'Red'],
  ['Dormer', 'Gray'],
  ['Porch', 'Green'],
  ['Modern Farmhouse', 'White'],
  ['Gable', 'Blue'],
  ['Gambrel', 'Navy Blue'],
];

const sevenStyles: readonly Still[] = STYLES.map(([style, color]) => ({
  draw: () =>
    drawShed(
      { style, color, material: 'Wood', size: '10x12' },
      { ...work, layout: 'grove', seed: 46, turn: 27, far: 1.05 },
    ),
  hold: 8,
  change: 4,
}));

/** The clips of the demonstration content. */
export const clips: readonly Clip[] = [
  {
    file: 'frame-to-finish.mp4',
    thumbnail: '1767226000000-frame-to-finish.webp',
    stills: frameToFinish,
    poster: 30,
    transition: 'fade',
  },
  {
    file: 'four-seasons.mp4',
    thumbnail: '1767226001000-four-seasons.webp',
    stills: fourSeasons,
    poster: 2,
    transition: 'wipe',
  },
  {
    file: 'ten-colours.mp4',
    thumbnail: '1767226002000-ten-colours.webp',
    stills: tenColours,
    poster: 6,
    transition: 'wipe',
  },
  {
    file: 'seven-styles.mp4',
    thumbnail: '1767226003000-seven-styles.webp',
    stills: sevenStyles,
    poster: 3,
    transition: 'fade',
  },
];
