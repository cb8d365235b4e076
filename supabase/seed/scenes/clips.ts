import { createEntranceParts, getDesignBulk, turnToViewer } from '#drawing/design/design-panels.ts';
import { COLORS, type ShedDesign } from '#drawing/design/shed-design.ts';
import { createFramePanels } from '#drawing/framing/frame-panels.ts';
import { frameShed, getMembers } from '#drawing/framing/frame-shed.ts';
import { createCladding, createCornerTrim } from '#drawing/geometry/cladding.ts';
import type { Panel } from '#drawing/geometry/panel.ts';
import { clipPolygon } from '#drawing/geometry/vector.ts';
import { drawDesign } from '#drawing/views/scene/draw-design.ts';
import { drawScene } from '#drawing/views/scene/scene.ts';
import { createScene, type Setting } from '#drawing/views/scene/setting.ts';
import { CEDAR_GABLE, createListedDesign } from './sheds.ts';

/** An image of a clip: shown for `hold` frames, then blended into the next over `change` frames. */
type Still = { draw: () => string; hold: number; change: number };

/** A silent clip of the demonstration content, its thumbnail and the still that the thumbnail shows. */
export type Clip = {
  file: string;
  thumbnail: string;
  stills: readonly Still[];
  poster: number;
  transition: 'fade' | 'wipe';
};

const SIZE = [1280, 720] as const;

/** The parts of panels below a height in feet. */
const cutAbove = (panels: readonly Panel[], level: number): Panel[] =>
  panels
    .map((p) => ({ ...p, corners: clipPolygon(p.corners, (q) => level - q[1]) }))
    .filter((p) => p.corners.length >= 3);

/** The cedar gable shed after a share t of the work, in layers: skids and frame; siding, roof and doors. */
function buildUntil(t: number): (readonly Panel[])[] {
  const parts = new Map(createEntranceParts(CEDAR_GABLE).map(({ name, panels }) => [name, panels]));
  const getShare = (from: number, to: number) => Math.min(1, Math.max(0, (t - from) / (to - from)));
  const members = getMembers(frameShed(CEDAR_GABLE));
  const standing = members.slice(0, Math.round(getShare(0.02, 0.42) * members.length));
  const frame = createFramePanels(standing, {
    width: 12 * CEDAR_GABLE.width,
    length: 12 * CEDAR_GABLE.length,
  });
  const siding = getShare(0.42, 0.62);
  const fitting = getShare(0.84, 0.98);
  const walls = (parts.get('walls') ?? []).map((wall) => {
    const { width, height, color } = wall;
    const boards = createCladding('battens', width, height, color, true).length;
    const bare = boards + createCornerTrim(width, height, color).length;
    const fitted = bare + Math.round(fitting * (wall.marks.length - bare));
    return { ...wall, marks: wall.marks.slice(0, fitted) };
  });
  const top = getDesignBulk(CEDAR_GABLE).h + 2;
  const shingles = getShare(0.62, 0.84);
  return [
    shingles < 1 ? turnToViewer(CEDAR_GABLE, frame) : (parts.get('foundation') ?? []),
    [
      ...(siding > 0 ? cutAbove(walls, 0.5 + siding * top) : []),
      ...(shingles > 0 ? cutAbove(parts.get('roof') ?? [], 6 + shingles * (top - 6)) : []),
      ...(fitting > 0.3 ? (parts.get('ramp') ?? []) : []),
    ],
  ];
}

function drawWork(t: number): string {
  const [panels = [], ...layers] = buildUntil(t);
  return drawScene({ ...createScene({ panels, ...getDesignBulk(CEDAR_GABLE) }, work), layers });
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
  draw: () => drawWork(i / steps),
  hold: i === steps ? 15 : 1,
  change: 0,
}));

const RED_BARN = createListedDesign('Dutch Barn', 'Wood', 'Red', '10x12');

const fourSeasons: readonly Still[] = (
  [
    ['spring', 'morning'],
    ['summer', 'noon'],
    ['autumn', 'autumn'],
    ['winter', 'winter'],
  ] as const
).map(([season, mood]) => ({
  draw: () =>
    drawDesign(RED_BARN, { season, mood, layout: 'maple', seed: 24, turn: 28, size: SIZE }),
  hold: 12,
  change: 7,
}));

const tenColours: readonly Still[] = COLORS.map((color) => ({
  draw: () =>
    drawDesign(createListedDesign('Gambrel', 'Duratemp', color, '12x16'), {
      ...work,
      layout: 'birches',
      seed: 35,
      turn: -26,
    }),
  hold: 4,
  change: 4,
}));

const STYLES: readonly (readonly [ShedDesign['style'], ShedDesign['wallColor']])[] = [
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
    drawDesign(createListedDesign(style, 'Wood', color, '10x12'), {
      ...work,
      layout: 'grove',
      seed: 46,
      turn: 27,
      far: 1.05,
    }),
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
