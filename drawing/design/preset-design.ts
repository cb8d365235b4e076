import { constrainDesign } from './constrain-design.ts';
import { sortOpenings } from './design-geometry.ts';
import { ROOF_SHAPES } from './roof-shapes.ts';
import {
  DESIGN_VERSION,
  type DesignOpening,
  type Extra,
  OPENINGS,
  type OpeningType,
  type ShedDesign,
  type Wall,
} from './shed-design.ts';

/** The choices that select a preset; sizes in feet. */
export type PresetChoice = {
  style: ShedDesign['style'];
  width?: number;
  length?: number;
  material?: ShedDesign['material'];
  color?: ShedDesign['wallColor'];
};

type Fittings = { openings: DesignOpening[]; extras: Extra[] };
type Footprint = { width: number; length: number };

/**
 * The shed that the site's images show for a style, as a valid design: 10x12 natural wood on skids unless
 * chosen otherwise. Sizes that the style is not built in become the nearest one that is.
 */
export function createPresetDesign(choice: PresetChoice): ShedDesign {
  const { style, width = 10, length = 12, material = 'Wood', color = 'Natural' } = choice;
  const isFarmhouse = style === 'Modern Farmhouse';
  const roofing = material === 'Metal' || isFarmhouse ? 'metal' : 'shingles';
  const outline: ShedDesign = {
    version: DESIGN_VERSION,
    style,
    width,
    length,
    wallHeight: ROOF_SHAPES[style].wallHeight || ROOF_SHAPES.Gable.wallHeight,
    material,
    wallColor: color,
    trimColor: isFarmhouse ? 'Black' : color === 'White' ? 'Gray' : 'White',
    roofColor: getRoofColor(color, roofing),
    roofing,
    foundation: 'skids',
    openings: [],
    extras: [],
    porchDepth: style === 'Porch' ? Math.min(4, Math.max(3, length - 6)) : 0,
  };
  const sized = constrainDesign(outline).design;
  const size = { width: 12 * sized.width, length: 12 * (sized.length - sized.porchDepth) };
  const { design } = constrainDesign({ ...sized, ...FITTINGS[style](size) });
  return { ...design, openings: sortOpenings(design.openings) };
}

function getRoofColor(
  color: ShedDesign['wallColor'],
  roofing: ShedDesign['roofing'],
): ShedDesign['roofColor'] {
  if (roofing === 'metal') return 'Charcoal';
  if (color === 'Natural' || color === 'Brown') return 'Green';
  const isDark = color === 'Black' || color === 'Charcoal' || color === 'Navy Blue';
  return isDark || color === 'Red' ? 'Charcoal' : 'Brown';
}

/** Openings and extras; sizes in inches, without the porch. */
const FITTINGS: Record<ShedDesign['style'], (footprint: Footprint) => Fittings> = {
  'A-Frame': ({ width }) => ({
    openings: [centre('single-door-36', 'front', width)],
    extras: ['ramp'],
  }),
  'Dutch Barn': ({ width, length }) => ({
    openings: [
      centre(getUsualDoor(width), 'front', width),
      ...flank('window-18x24', 'front', width, width > 132),
      ...onBothSides('window-18x24', length, [0.26, 0.74]),
    ],
    extras: ['ramp'],
  }),
  Dormer: ({ width, length }) => {
    const room = (length - OPENINGS['double-door-60'].width) / 2;
    return {
      openings: [
        centre('double-door-60', 'right', length),
        ...flank('window-18x24', 'right', length, room > 36),
        ...onBothEnds('window-24x36', width),
      ],
      extras: room > 52 ? ['ramp', 'flowerBoxes', 'shutters', 'vents'] : ['ramp', 'vents'],
    };
  },
  Porch: ({ width, length }) => ({
    openings: [
      centre('single-door-36', 'front', width),
      ...flank('window-18x24', 'front', width, width > 120),
      ...onBothSides('window-24x36', length, [0.5]),
    ],
    extras: ['flowerBoxes', 'vents'],
  }),
  'Modern Farmhouse': ({ width, length }) => ({
    openings: [
      centre(width < 96 ? 'single-door-42' : 'double-door-60', 'front', width),
      ...flank('window-18x24', 'front', width, width > 132),
      ...onBothSides('window-24x36', length, [0.28, 0.76]),
    ],
    extras: ['ramp'],
  }),
  Gable: ({ width, length }) => {
    const door = length > 216 ? 'double-door-72' : getUsualDoor(length);
    const left = Math.round(length * (length > 132 ? 0.14 : 0.1));
    const room = length - left - OPENINGS[door].width;
    const window = room > 58 ? 'window-36x36' : 'window-24x36';
    const shares = length > 216 ? [0.3, 0.76] : [0.5];
    return {
      openings: [
        { type: door, wall: 'right', position: left },
        ...shares
          .filter(() => room > 40)
          .map((share) => centre(window, 'right', 2 * (length - room * share))),
        ...onBothEnds('window-24x36', width),
      ],
      extras: ['ramp', 'flowerBoxes', ...(room > 70 ? ['shutters' as const] : []), 'vents'],
    };
  },
  Gambrel: ({ width, length }) => {
    const door = length > 192 ? 'double-door-72' : getUsualDoor(length);
    const room = (length - OPENINGS[door].width) / 2;
    return {
      openings: [
        centre(door, 'right', length),
        ...flank('window-24x36', 'right', length, room > 42),
        ...onBothEnds('window-24x36', width),
      ],
      extras: ['ramp', 'flowerBoxes', 'cupola'],
    };
  },
};

/** A double door does not fit into a wall of 6 ft. */
const getUsualDoor = (length: number): OpeningType =>
  length < 84 ? 'single-door-42' : 'double-door-60';

/** Centres an opening in a wall, or in a shorter or longer stretch from its left corner. */
const centre = (type: OpeningType, wall: Wall, length: number): DesignOpening => ({
  type,
  wall,
  position: Math.round((length - OPENINGS[type].width) / 2),
});

/** Places openings left and right of a door in the middle, if the wall has room. */
const flank = (type: OpeningType, wall: Wall, length: number, hasRoom: boolean): DesignOpening[] =>
  hasRoom ? [0.28, 1.72].map((share) => centre(type, wall, length * share)) : [];

const onBothSides = (type: OpeningType, length: number, shares: readonly number[]) =>
  (['left', 'right'] as const).flatMap((wall) =>
    shares.map((share) => centre(type, wall, 2 * length * share)),
  );

const onBothEnds = (type: OpeningType, width: number): DesignOpening[] =>
  (['front', 'back'] as const).map((wall) => centre(type, wall, width));
