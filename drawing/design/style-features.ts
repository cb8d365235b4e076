import { getMainDoor } from './approach.ts';
import {
  getBodyLength,
  getDesignGeometry,
  getOpeningRect,
  getWallLength,
  type OpeningRect,
} from './design-geometry.ts';
import { getDormer } from './dormer.ts';
import { findGableFeature, type GableFeature } from './gable-features.ts';
import { getEavePitch, ROOF_SHAPES } from './roof-shapes.ts';
import type { ShedDesign, Wall } from './shed-design.ts';

/**
 * A part that a style includes, or the door of a loft. Its rectangle is the unit without casing: from
 * the left corner of its wall and from the floor, or from the lower left corner of the dormer's face; inches.
 */
export type StyleFeature = OpeningRect & {
  name:
    | 'dormer window'
    | 'gable window'
    | 'triangular window'
    | 'loft door'
    | 'door awning'
    | 'hay hood';
  kind: 'window' | 'door' | 'roof';
  surface: Wall | 'dormer';
};

/** The windows of a dormer, as shares of its face. */
const DORMER_WINDOWS = { lefts: [0.06, 0.375, 0.69], bottom: 0.28, width: 0.25, height: 0.46 };
/** The thickness of the dormer's roof, measured vertically; inches. */
export const DORMER_THICKNESS = 4.32;
/** An awning's overlap beside its door, its distances from corners, roof and door, and its levels and heights; inches. */
const AWNING = {
  overlap: 14.4,
  fromCorner: 3.6,
  belowRoof: 0.5,
  aboveDoor: 2,
  top: 103.2,
  belowPlates: 1.2,
  height: 13.2,
  minHeight: 4,
};
/** How far an awning stands out from its wall, and its thickness; feet. */
export const AWNING_SHAPE = { out: 2.4, thickness: 0.22 };
/** Half of the hood's width, as a share of the span. */
const HOOD_SHARE = 0.2;

/** Everything that the style of a design includes; images, elevations and the bill of materials use the same list. */
export const listStyleFeatures = (design: ShedDesign): StyleFeature[] => [
  ...listDormerWindows(design),
  ...listGableOpening(design, 'front'),
  ...listGableOpening(design, 'back'),
  ...listAwning(design),
  ...listHayHood(design),
];

/** The doors and windows of a design that are not its openings, in one wall or all. */
export const listIncludedOpenings = (design: ShedDesign, wall?: Wall): StyleFeature[] =>
  listStyleFeatures(design).filter(
    ({ kind, surface }) => kind !== 'roof' && (wall === undefined || surface === wall),
  );

/** The face of a dormer in the wall below it: from its left corner and from the floor; inches. */
export function getDormerFace(design: ShedDesign): OpeningRect | undefined {
  const { span, floorLevel, ridgeLevel, thickness, profile } = getDesignGeometry(design);
  const dormer = getDormer(design);
  if (!dormer) return undefined;
  const [[, eave] = [0, 0]] = profile;
  const run = span / 2;
  const out = run - dormer.setback;
  const ridge = ridgeLevel + thickness;
  const bottom = ridge - (out * (ridgeLevel - eave)) / run;
  const top = ridge - out * dormer.pitch - DORMER_THICKNESS;
  return {
    left: dormer.side === 'left' ? dormer.from : getBodyLength(design) - dormer.to,
    bottom: bottom - floorLevel,
    width: dormer.to - dormer.from,
    height: top - bottom,
  };
}

function listDormerWindows(design: ShedDesign): StyleFeature[] {
  const face = getDormerFace(design);
  if (!face) return [];
  const { lefts, bottom, width, height } = DORMER_WINDOWS;
  return lefts.map((left) => ({
    name: 'dormer window',
    kind: 'window',
    surface: 'dormer',
    left: face.width * left,
    bottom: face.height * bottom,
    width: face.width * width,
    height: face.height * height,
  }));
}

const GABLE_OPENINGS: Record<
  Exclude<GableFeature['type'], 'vent'>,
  Pick<StyleFeature, 'name' | 'kind'>
> = {
  'A-frame window': { name: 'triangular window', kind: 'window' },
  'loft door': { name: 'loft door', kind: 'door' },
  window: { name: 'gable window', kind: 'window' },
};

function listGableOpening(design: ShedDesign, wall: 'front' | 'back'): StyleFeature[] {
  const feature = findGableFeature(design, wall);
  if (feature === undefined || feature.type === 'vent') return [];
  const { type, ...rect } = feature;
  return [{ ...GABLE_OPENINGS[type], ...rect, surface: wall }];
}

/** The awning over the main door of a farmhouse, if the door is not under a porch and the roof leaves room. */
function listAwning(design: ShedDesign): StyleFeature[] {
  const door = design.style === 'Modern Farmhouse' ? getMainDoor(design) : undefined;
  if (door === undefined || (door.wall === 'front' && design.porchDepth > 0)) return [];
  const { left, width, height: head } = getOpeningRect(design, door);
  const room = getAwningRoom(design, door.wall, head + AWNING.aboveDoor);
  const top = Math.min(room.top, AWNING.top);
  const height = Math.min(AWNING.height, top - head - AWNING.aboveDoor);
  if (height < AWNING.minHeight) return [];
  const from = Math.max(room.fromCorner, left - AWNING.overlap);
  const to = Math.min(
    getWallLength(design, door.wall) - room.fromCorner,
    left + width + AWNING.overlap,
  );
  return [
    {
      name: 'door awning',
      kind: 'roof',
      surface: door.wall,
      left: from,
      bottom: top - height,
      width: to - from,
      height,
    },
  ];
}

/**
 * The room for an awning below the roof: its highest upper edge, from the floor, and its least distance from
 * the corners of its wall; inches.
 * @param lowest the lowest level of its outer edge
 */
function getAwningRoom(
  design: ShedDesign,
  wall: Wall,
  lowest: number,
): { top: number; fromCorner: number } {
  const { plateLevel, floorLevel, profile } = getDesignGeometry(design);
  const thickness = 12 * AWNING_SHAPE.thickness;
  const pitch = getEavePitch({ slope: profile });
  const underside = (profile[0]?.[1] ?? plateLevel) - floorLevel - AWNING.belowRoof - thickness;
  const belowPlates = plateLevel - floorLevel - AWNING.belowPlates;
  if (wall === 'front' || wall === 'back') {
    const top = Math.min(belowPlates, AWNING.top);
    return { top, fromCorner: Math.max(AWNING.fromCorner, (top - underside) / pitch) };
  }
  const { eave } = ROOF_SHAPES[design.style];
  // The awning has fallen by this share of its height where the eave is lowest.
  const share = eave / (12 * AWNING_SHAPE.out);
  const edge = underside - eave * pitch;
  const top = Math.min(edge + share * AWNING.height, (edge - share * lowest) / (1 - share));
  return { top: Math.min(top, belowPlates), fromCorner: AWNING.fromCorner };
}

/** The hood over the loft door of a Dutch barn. */
function listHayHood(design: ShedDesign): StyleFeature[] {
  if (design.style !== 'Dutch Barn' || design.porchDepth > 0) return [];
  const { span, floorLevel, ridgeLevel, thickness, profile } = getDesignGeometry(design);
  const [across, knee] = profile[Math.floor(profile.length / 2) - 1] ?? [0, ridgeLevel];
  const half = Math.min(span * HOOD_SHARE, span / 2 - across);
  const height = ((ridgeLevel - knee) * half) / (span / 2 - across);
  return [
    {
      name: 'hay hood',
      kind: 'roof',
      surface: 'front',
      left: span / 2 - half,
      bottom: ridgeLevel + thickness - height - floorLevel,
      width: 2 * half,
      height,
    },
  ];
}
