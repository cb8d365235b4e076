import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { drawDesign } from '#drawing/views/scene/draw-design.ts';
import type { Setting } from '#drawing/views/scene/setting.ts';
import type { DemoImage } from './demo-image.ts';

/** The shed of a listing; the size is width by length in feet. */
export function createListedDesign(
  style: ShedDesign['style'],
  material: ShedDesign['material'],
  color: ShedDesign['wallColor'],
  size: string,
): ShedDesign {
  const [width = 10, length = 12] = size.split('x').map(Number);
  return createPresetDesign({ style, material, color, width, length });
}

export const CEDAR_GABLE = createListedDesign('Gable', 'Wood', 'Natural', '10x12');
const DORMER_STUDIO = createListedDesign('Dormer', 'Duratemp', 'Gray', '12x16');
const PORCH_CABIN = createListedDesign('Porch', 'Wood', 'Brown', '12x20');

type Entry = readonly [path: string, design: ShedDesign, setting: Setting];

const ENTRIES: readonly Entry[] = [
  [
    '1767225600000-cedar-gable-10x12',
    CEDAR_GABLE,
    { season: 'spring', mood: 'morning', layout: 'maple', seed: 11, turn: -28, beds: true },
  ],
  [
    '1767225601000-cedar-gable-10x12-side',
    CEDAR_GABLE,
    { season: 'summer', mood: 'noon', layout: 'birches', seed: 14, turn: 46, horizon: 0.58 },
  ],
  [
    '1767225602000-dormer-studio-12x16',
    DORMER_STUDIO,
    { season: 'summer', mood: 'noon', layout: 'yard', seed: 33, turn: 24, path: true },
  ],
  [
    '1767225603000-dormer-studio-12x16-winter',
    DORMER_STUDIO,
    { season: 'winter', mood: 'dusk', layout: 'spruces', seed: 36, turn: -33, far: 1.08 },
  ],
  [
    '1767225604000-porch-cabin-12x20',
    PORCH_CABIN,
    { season: 'autumn', mood: 'golden', layout: 'grove', seed: 44, turn: -30, ground: 'none' },
  ],
  [
    '1767225605000-porch-cabin-12x20-evening',
    PORCH_CABIN,
    { season: 'summer', mood: 'dusk', layout: 'spruces', seed: 47, turn: 25, path: true },
  ],
  [
    '1767225606000-a-frame-12x12',
    createListedDesign('A-Frame', 'Wood', 'Charcoal', '12x12'),
    { season: 'summer', mood: 'morning', layout: 'spruces', seed: 88, turn: -25, ground: 'none' },
  ],
  [
    '1767225607000-dutch-barn-10x16',
    createListedDesign('Dutch Barn', 'Wood', 'Red', '10x16'),
    { season: 'autumn', mood: 'autumn', layout: 'grove', seed: 22, turn: 30, ground: 'earth' },
  ],
  [
    '1767225608000-farmhouse-workshop-14x20',
    createListedDesign('Modern Farmhouse', 'Metal', 'Black', '14x20'),
    {
      season: 'autumn',
      mood: 'autumn',
      layout: 'birches',
      seed: 55,
      turn: -33,
      ground: 'concrete',
    },
  ],
  [
    '1767225609000-gambrel-loft-12x12',
    createListedDesign('Gambrel', 'Duratemp', 'Green', '12x12'),
    { season: 'spring', mood: 'noon', layout: 'meadow', seed: 121, turn: 33, fence: true },
  ],
  [
    '1767225610000-steel-gable-8x8',
    createListedDesign('Gable', 'Metal', 'White', '8x8'),
    { season: 'winter', mood: 'winter', layout: 'maple', seed: 66, turn: 27 },
  ],
  [
    '1767225611000-vinyl-potting-shed-8x12',
    createListedDesign('Dormer', 'Vinyl', 'Blue', '8x12'),
    { season: 'spring', mood: 'morning', layout: 'birches', seed: 132, turn: -24, beds: true },
  ],
  [
    '1767225612000-farmhouse-studio-10x10',
    {
      ...createListedDesign('Modern Farmhouse', 'Duratemp', 'Navy Blue', '10x10'),
      trimColor: 'White',
    },
    { season: 'summer', mood: 'morning', layout: 'maple', seed: 77, turn: 28, ground: 'concrete' },
  ],
  [
    '1767225613000-steel-gambrel-12x20',
    createListedDesign('Gambrel', 'Metal', 'Gray', '12x20'),
    { season: 'winter', mood: 'winter', layout: 'birches', seed: 165, turn: -32, fence: true },
  ],
  [
    '1767225614000-vinyl-dutch-barn-8x10',
    createListedDesign('Dutch Barn', 'Vinyl', 'White', '8x10'),
    { season: 'summer', mood: 'morning', layout: 'yard', seed: 187, turn: -27, path: true },
  ],
  [
    '1767225615000-porch-vinyl-10x16',
    createListedDesign('Porch', 'Vinyl', 'Brown', '10x16'),
    { season: 'summer', mood: 'golden', layout: 'maple', seed: 198, turn: 30, lake: true },
  ],
  [
    '1767225616000-a-frame-bunkie-12x12',
    createListedDesign('A-Frame', 'Metal', 'Green', '12x12'),
    { season: 'autumn', mood: 'morning', layout: 'birches', seed: 143, turn: 27, lake: true },
  ],
  [
    '1767225617000-gable-boathouse-16x24',
    createListedDesign('Gable', 'Wood', 'Natural', '16x24'),
    {
      season: 'summer',
      mood: 'noon',
      layout: 'spruces',
      seed: 176,
      turn: 31,
      lake: true,
      ground: 'gravel',
    },
  ],
  [
    '1767225618000-gambrel-display-8x10',
    createListedDesign('Gambrel', 'Wood', 'Black', '8x10'),
    { season: 'spring', mood: 'golden', layout: 'yard', seed: 154, turn: -26 },
  ],
];

/** The images of the shed listings. */
export const shedImages: readonly DemoImage[] = ENTRIES.map(([path, design, setting]) => ({
  path: `sheds/${path}.webp`,
  draw: () => drawDesign(design, setting),
}));
