/** Stored with each design; a stored design of another version is converted or refused. */
export const DESIGN_VERSION = 1;

export const STYLES = [
  'A-Frame',
  'Dutch Barn',
  'Dormer',
  'Porch',
  'Modern Farmhouse',
  'Gable',
  'Gambrel',
] as const;
export const MATERIALS = ['Wood', 'Duratemp', 'Metal', 'Vinyl'] as const;
export const COLORS = [
  'Natural',
  'White',
  'Brown',
  'Gray',
  'Green',
  'Blue',
  'Red',
  'Black',
  'Charcoal',
  'Navy Blue',
] as const;
export const ROOFINGS = ['shingles', 'metal'] as const;
export const FOUNDATIONS = ['skids', 'gravel', 'slab', 'posts'] as const;
export const WALLS = ['front', 'back', 'left', 'right'] as const;

/** Doors and windows: the unit's width and height in inches, without its rough opening. */
export const OPENINGS = {
  'single-door-36': { kind: 'door', leaves: 1, width: 36, height: 72 },
  'single-door-42': { kind: 'door', leaves: 1, width: 42, height: 72 },
  'double-door-60': { kind: 'door', leaves: 2, width: 60, height: 72 },
  'double-door-72': { kind: 'door', leaves: 2, width: 72, height: 72 },
  'roll-up-door-84': { kind: 'door', leaves: 1, width: 84, height: 78 },
  'window-18x24': { kind: 'window', leaves: 1, width: 18, height: 24 },
  'window-24x36': { kind: 'window', leaves: 1, width: 24, height: 36 },
  'window-36x36': { kind: 'window', leaves: 2, width: 36, height: 36 },
  'transom-48x12': { kind: 'window', leaves: 1, width: 48, height: 12 },
} as const;

export type OpeningType = keyof typeof OPENINGS;

/** Options that a design either has or does not have. */
export const EXTRAS = [
  'ramp',
  'loft',
  'shelf',
  'workbench',
  'flowerBoxes',
  'shutters',
  'cupola',
  'vents',
  'skylight',
  'insulation',
  'wiring',
] as const;
/** Feet for footprint and porch, inches for walls; each range is inclusive. */
export const LIMITS = {
  width: { min: 6, max: 16, step: 1 },
  length: { min: 6, max: 24, step: 1 },
  wallHeight: { min: 72, max: 120, step: 6 },
  /** A porch is cut out of the length, at the front gable; 0 without one. */
  porchDepth: { min: 0, max: 8, step: 1 },
  openings: 24,
} as const;
/** Feet. */
export const MIN_PORCH_DEPTH = 3;
/** The shortest shed without its porch, in feet. */
export const MIN_BODY_LENGTH = 6;
/** The least headroom above the floor of a loft, up to the ridge, and below its joists; inches. */
export const MIN_LOFT_HEADROOM = { above: 36, below: 78 };

export type Wall = (typeof WALLS)[number];
export type Extra = (typeof EXTRAS)[number];

export type DesignOpening = {
  type: OpeningType;
  wall: Wall;
  /** From the wall's left corner, seen from outside, to the unit's left edge; whole inches. */
  position: number;
};

/** A shed as it is designed, stored and shared. The roof spans `width`; the ridge runs along `length`. */
export type ShedDesign = {
  version: typeof DESIGN_VERSION;
  style: (typeof STYLES)[number];
  /** Feet. */
  width: number;
  /** Feet. */
  length: number;
  /** From the floor to the top of the plates, in inches; without effect on an A-frame, which has no side walls. */
  wallHeight: number;
  material: (typeof MATERIALS)[number];
  wallColor: (typeof COLORS)[number];
  trimColor: (typeof COLORS)[number];
  roofColor: (typeof COLORS)[number];
  roofing: (typeof ROOFINGS)[number];
  foundation: (typeof FOUNDATIONS)[number];
  openings: readonly DesignOpening[];
  /** In the order of `EXTRAS`, each once. */
  extras: readonly Extra[];
  /** Feet; 0 without a porch. */
  porchDepth: number;
};

/** What has colors of its own. */
export const COLOR_KINDS = ['wallColor', 'trimColor', 'shingleColor', 'metalColor'] as const;
export type ColorKind = (typeof COLOR_KINDS)[number];

/** A color as the shop's supplier sells it. */
export type CardColor = {
  kind: ColorKind;
  color: (typeof COLORS)[number];
  /** The supplier's name; empty if none is entered. */
  name: string;
  /** As #rrggbb; empty for the built-in value. */
  value: string;
};

/** The shop's colors as far as they differ from the built-in ones; each kind and color once. */
export type ColorCard = readonly CardColor[];

export const BUILT_IN_CARD: ColorCard = [];

/** The kind of a design's roof color. */
export const getRoofColorKind = ({ roofing }: Pick<ShedDesign, 'roofing'>) =>
  roofing === 'metal' ? 'metalColor' : 'shingleColor';

/** The card's entry for a color; undefined if it is the built-in one. */
export const findCardColor = (
  card: ColorCard,
  kind: ColorKind,
  color: string,
): CardColor | undefined => card.find((each) => each.kind === kind && each.color === color);
