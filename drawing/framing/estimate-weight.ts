import { SECTIONS } from '#drawing/design/lumber.ts';
import { OPENINGS, type ShedDesign } from '#drawing/design/shed-design.ts';
import { getMembers, type ShedFrame } from './frame-shed.ts';
import type { SheetPlan } from './sheets.ts';

/** Pounds per cubic foot of spruce-pine-fir (specific gravity 0.42) at 19% moisture. */
const LUMBER = 29;
/** Pounds per square foot of plywood or oriented strand board, for each inch of thickness. */
const PANEL = 3.2;
/** Pounds per square foot. */
const SURFACES = { shingles: 2, metal: 0.8, vinyl: 0.5, window: 8, door: 5 };
/** Of panels, in inches. */
const THICKNESSES = { floor: 5 / 8, siding: 5 / 8, sheathing: 7 / 16, porchCeiling: 3 / 8 };

const CUBIC_INCHES_PER_CUBIC_FOOT = 12 ** 3;

/**
 * Estimates what a shed weighs when it is moved: lumber, sheets, siding, roofing, doors and windows, without trim,
 * fasteners, insulation, other extras, and what stays in the ground.
 *
 * @param frame of this design, from `frameShed`
 * @returns pounds
 * @see American Wood Council, NDS Supplement 2018, 3.1.3: density from specific gravity and moisture
 * @see ASCE 7-16, table C3.1-1a: plywood 0.4 lb/sq ft for each 1/8 inch, asphalt shingles 2, windows 8. Steel of 29
 *   gauge weighs 0.7 to 0.85 with its ribs, vinyl siding about 0.5, and a door is a panel on a frame of 2x4.
 */
export function estimateWeight(design: ShedDesign, frame: ShedFrame): number {
  const lumber = getMembers(frame).reduce(
    (volume, { name, section, length }) =>
      name === 'foundation post'
        ? volume
        : volume + length * SECTIONS[section].thickness * SECTIONS[section].depth,
    0,
  );
  const { subfloor, loft, porch } = frame.sheetPlans;
  const panels =
    (getArea(subfloor) + getArea(loft)) * THICKNESSES.floor +
    getArea(porch) * THICKNESSES.porchCeiling +
    frame.roofArea * THICKNESSES.sheathing;
  const units = design.openings.reduce((sum, { type }) => {
    const { kind, width, height } = OPENINGS[type];
    return sum + ((width * height) / 144) * SURFACES[kind];
  }, 0);
  return (
    (lumber / CUBIC_INCHES_PER_CUBIC_FOOT) * LUMBER +
    panels * PANEL +
    frame.roofArea * SURFACES[design.roofing] +
    frame.sidingArea * getSidingWeight(design.material) +
    units
  );
}

/** Pounds per square foot; metal and vinyl are put on sheathing. */
function getSidingWeight(material: ShedDesign['material']): number {
  switch (material) {
    case 'Metal':
      return THICKNESSES.sheathing * PANEL + SURFACES.metal;
    case 'Vinyl':
      return THICKNESSES.sheathing * PANEL + SURFACES.vinyl;
    default:
      return THICKNESSES.siding * PANEL;
  }
}

/** The area that sheets cover, in square feet. */
const getArea = ({ surfaces }: SheetPlan): number =>
  surfaces.reduce((sum, { length, width }) => sum + length * width, 0) / 144;
