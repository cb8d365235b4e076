import type { DesignMeasure } from '#drawing/design/design-change.ts';
import type {
  Extra,
  FOUNDATIONS,
  OpeningType,
  ROOFINGS,
  Wall,
} from '#drawing/design/shed-design.ts';
import type { StyleFeature } from '#drawing/design/style-features.ts';
import { inUnits, type Units } from '#drawing/geometry/lengths.ts';

export const OPENING_LABELS: Record<OpeningType, string> = {
  'single-door-36': 'Single door 36 in',
  'single-door-42': 'Single door 42 in',
  'double-door-60': 'Double door 60 in',
  'double-door-72': 'Double door 72 in',
  'roll-up-door-84': 'Roll-up door 84 in',
  'window-18x24': 'Window 18x24 in',
  'window-24x36': 'Window 24x36 in',
  'window-36x36': 'Window 36x36 in',
  'transom-48x12': 'Transom window 48x12 in',
};

/** A label that ends with inches in both units, such as `Window, 18 x 24 in (46 x 61 cm)`; others as they are. */
export const addCentimetres = (label: string, units: Units = 'imperial'): string =>
  label.replace(/\d+( ?x ?\d+)? in$/, (size) => {
    const centimetres = size.replace(/\d+/g, (inches) => `${Math.round(2.54 * Number(inches))}`);
    return inUnits(size, centimetres.replace('in', 'cm'), units);
  });

/** An opening with its size in both units, such as `Window 18x24 in (46x61 cm)`. */
export const getOpeningLabel = (type: OpeningType, units?: Units): string =>
  addCentimetres(OPENING_LABELS[type], units);

export const EXTRA_LABELS: Record<Extra, string> = {
  ramp: 'Ramp',
  loft: 'Loft',
  shelf: 'Shelf',
  workbench: 'Workbench',
  flowerBoxes: 'Flower boxes',
  shutters: 'Shutters',
  cupola: 'Cupola',
  vents: 'Vents',
  skylight: 'Skylight',
  insulation: 'Insulation',
  wiring: 'Wiring',
};

export const FEATURE_LABELS: Record<StyleFeature['name'], string> = {
  'dormer window': 'Dormer window',
  'gable window': 'Gable window',
  'triangular window': 'Triangular gable window',
  'loft door': 'Loft door',
  'door awning': 'Door awning',
  'hay hood': 'Hay hood',
};

export const ROOFING_LABELS: Record<(typeof ROOFINGS)[number], string> = {
  shingles: 'Shingles',
  metal: 'Metal roof',
};

export const FOUNDATION_LABELS: Record<(typeof FOUNDATIONS)[number], string> = {
  skids: 'Skids',
  gravel: 'Gravel pad',
  slab: 'Concrete slab',
  posts: 'Posts',
};

export const WALL_LABELS: Record<Wall, string> = {
  front: 'Front',
  back: 'Back',
  left: 'Left',
  right: 'Right',
};

export const MEASURE_LABELS: Record<DesignMeasure, string> = {
  width: 'Width',
  length: 'Length',
  wallHeight: 'Wall height',
  porchDepth: 'Porch',
};

export const FRAMING_NOTICE =
  'Sizes are the shop’s defaults and not engineered. Check them before building.';
