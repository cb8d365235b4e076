import { drawScene } from '../drawing/scene.ts';
import { type Setting, sceneOf } from '../drawing/setting.ts';
import { footprint, type ShedLook, shed } from '../drawing/shed-styles.ts';
import type { Picture } from './picture.ts';

const HEIGHT: Record<ShedLook['style'], (w: number, d: number) => number> = {
  'A-Frame': (w) => 1.4 + w * 1.12,
  'Dutch Barn': (w) => 6 + w * 0.56,
  Dormer: (_, d) => 7.5 + d * 0.42,
  Porch: (w) => 8 + w * 0.4,
  'Modern Farmhouse': (w) => 9 + w * 0.46,
  Gable: (_, d) => 7.6 + d * 0.24,
  Gambrel: (_, d) => 9.5 + d * 0.52,
};

/** Draws a shed in a setting. */
export function drawShed(look: ShedLook, setting: Setting): string {
  const { w, d } = footprint(look);
  return drawScene(sceneOf({ panels: shed(look), w, d, h: HEIGHT[look.style](w, d) }, setting));
}

type Entry = { name: string; look: ShedLook; setting: Setting; second?: Partial<Setting> };

const look = (
  style: ShedLook['style'],
  material: ShedLook['material'],
  color: string,
  size: string,
  more: Partial<ShedLook> = {},
): ShedLook => ({ style, material, color, size, ...more });

const ENTRIES: readonly Entry[] = [
  {
    name: 'cedar-gable-10x12',
    look: look('Gable', 'Wood', 'Natural', '10x12'),
    setting: { season: 'summer', mood: 'morning', layout: 'maple', seed: 11, turn: -28 },
    second: { turn: 40, layout: 'birches', mood: 'golden' },
  },
  {
    name: 'red-dutch-barn-10x16',
    look: look('Dutch Barn', 'Wood', 'Red', '10x16'),
    setting: {
      season: 'autumn',
      mood: 'autumn',
      layout: 'grove',
      seed: 22,
      turn: 30,
      ground: 'earth',
    },
    second: { turn: -38, layout: 'meadow', fence: true },
  },
  {
    name: 'white-dormer-12x16',
    look: look('Dormer', 'Vinyl', 'White', '12x16'),
    setting: { season: 'summer', mood: 'noon', layout: 'yard', seed: 33, turn: 24 },
    second: { turn: -34, mood: 'golden', layout: 'spruces' },
  },
  {
    name: 'green-porch-12x20',
    look: look('Porch', 'Duratemp', 'Green', '12x20'),
    setting: {
      season: 'summer',
      mood: 'golden',
      layout: 'spruces',
      seed: 44,
      turn: -32,
      ground: 'none',
    },
    second: { turn: 26, mood: 'morning', layout: 'birches' },
  },
  {
    name: 'white-farmhouse-14x20',
    look: look('Modern Farmhouse', 'Wood', 'White', '14x20'),
    setting: {
      season: 'summer',
      mood: 'morning',
      layout: 'meadow',
      seed: 55,
      turn: 33,
      fence: true,
      ground: 'concrete',
    },
    second: { turn: -26, season: 'winter', mood: 'dusk', layout: 'spruces', fence: false },
  },
  {
    name: 'charcoal-steel-gable-8x12',
    look: look('Gable', 'Metal', 'Charcoal', '8x12'),
    setting: { season: 'spring', mood: 'noon', layout: 'birches', seed: 66, turn: 32 },
    second: { turn: -24, layout: 'maple' },
  },
  {
    name: 'navy-gambrel-12x16',
    look: look('Gambrel', 'Duratemp', 'Navy Blue', '12x16'),
    setting: { season: 'autumn', mood: 'golden', layout: 'maple', seed: 77, turn: -27 },
    second: { turn: 34, mood: 'autumn', layout: 'birches', fence: true },
  },
  {
    name: 'cedar-a-frame-10x10',
    look: look('A-Frame', 'Wood', 'Natural', '10x10'),
    setting: {
      season: 'winter',
      mood: 'winter',
      layout: 'spruces',
      seed: 88,
      turn: -26,
      ground: 'none',
    },
    second: { turn: 24, season: 'summer', mood: 'morning', layout: 'grove' },
  },
  {
    name: 'gray-vinyl-gable-8x10',
    look: look('Gable', 'Vinyl', 'Gray', '8x10'),
    setting: {
      season: 'summer',
      mood: 'morning',
      layout: 'grove',
      seed: 99,
      turn: 22,
      ground: 'gravel',
    },
  },
  {
    name: 'black-steel-farmhouse-10x12',
    look: look('Modern Farmhouse', 'Metal', 'Black', '10x12'),
    setting: {
      season: 'autumn',
      mood: 'autumn',
      layout: 'birches',
      seed: 110,
      turn: -30,
      ground: 'concrete',
    },
    second: { turn: 20, mood: 'dusk', layout: 'spruces' },
  },
  {
    name: 'brown-gambrel-12x12',
    look: look('Gambrel', 'Wood', 'Brown', '12x12'),
    setting: {
      season: 'summer',
      mood: 'noon',
      layout: 'meadow',
      seed: 121,
      turn: 29,
      fence: true,
      ground: 'earth',
    },
  },
  {
    name: 'blue-vinyl-porch-10x16',
    look: look('Porch', 'Vinyl', 'Blue', '10x16'),
    setting: {
      season: 'spring',
      mood: 'morning',
      layout: 'maple',
      seed: 132,
      turn: 27,
      ground: 'none',
    },
    second: { turn: -30, season: 'autumn', mood: 'autumn', layout: 'birches' },
  },
  {
    name: 'gray-steel-a-frame-8x8',
    look: look('A-Frame', 'Metal', 'Gray', '8x8'),
    setting: { season: 'summer', mood: 'golden', layout: 'birches', seed: 143, turn: 31 },
  },
  {
    name: 'brown-dutch-barn-8x12',
    look: look('Dutch Barn', 'Duratemp', 'Brown', '8x12'),
    setting: { season: 'summer', mood: 'noon', layout: 'yard', seed: 154, turn: -25 },
  },
  {
    name: 'charcoal-dormer-12x20',
    look: look('Dormer', 'Duratemp', 'Charcoal', '12x20'),
    setting: { season: 'winter', mood: 'golden', layout: 'maple', seed: 165, turn: -30 },
  },
  {
    name: 'red-steel-gambrel-16x28',
    look: look('Gambrel', 'Metal', 'Red', '16x28'),
    setting: {
      season: 'autumn',
      mood: 'morning',
      layout: 'meadow',
      seed: 176,
      turn: 35,
      fence: true,
      ground: 'concrete',
    },
  },
  {
    name: 'white-dutch-barn-8x10',
    look: look('Dutch Barn', 'Vinyl', 'White', '8x10'),
    setting: { season: 'spring', mood: 'noon', layout: 'birches', seed: 187, turn: 26 },
  },
];

const FIRST = 1767225600000;
const DAY = 86400000;

/** The pictures of the shed listings. */
export const shedPictures: readonly Picture[] = ENTRIES.flatMap(
  ({ name, look: item, setting, second }, i) => {
    const path = (order: number, suffix: string) =>
      `sheds/${FIRST + i * DAY + order * 60000}-${name}${suffix}.webp`;
    const inSeason = (s: Setting) => () => drawShed({ ...item, snow: s.season === 'winter' }, s);
    return [
      { path: path(0, ''), draw: inSeason(setting) },
      ...(second === undefined
        ? []
        : [
            {
              path: path(1, '-side'),
              draw: inSeason({ ...setting, seed: setting.seed + 3, ...second }),
            },
          ]),
    ];
  },
);
