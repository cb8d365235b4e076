import type { ShedDesign } from './shed-design.ts';

/** Nominal sizes of lumber with their actual thickness and depth, in inches. */
export const SECTIONS = {
  '2x4': { thickness: 1.5, depth: 3.5 },
  '2x6': { thickness: 1.5, depth: 5.5 },
  '4x4': { thickness: 3.5, depth: 3.5 },
  '4x6': { thickness: 3.5, depth: 5.5 },
  '5/4x6': { thickness: 1, depth: 5.5 },
} as const;

/** Of studs, joists and rafters; inches. */
export const THICKNESS: number = SECTIONS['2x4'].thickness;

export type Section = keyof typeof SECTIONS;

/** A shop's framing values. Lengths in inches. None of them are engineered. */
export type FramingDefaults = {
  /** From centre to centre; each divides the 48 inches of a sheet. */
  studSpacing: number;
  joistSpacing: number;
  rafterSpacing: number;
  /** The spacing of a loft's joists; the loft is a whole number of spacings long. */
  loftSpacing: number;
  maxSkidSpacing: number;
  /** Buildings wider than this stand on 4x6 skids. */
  maxWidthOn4x4Skids: number;
  subfloorThickness: number;
  deckThickness: number;
  header: Section;
  /** How much wider and higher a rough opening is than its door. */
  doorClearance: { width: number; height: number };
  windowClearance: { width: number; height: number };
  ridge: Section;
  rafter: Section;
  /** The level cut where a rafter sits on the plate. */
  seatCut: number;
  /** Shorter gable studs are left out. */
  minGableStud: number;
  /** From tie to tie, and from a gable to the first. */
  maxTieSpacing: number;
  kerf: number;
  /** Lengths in which lumber is sold, in feet. */
  stockLengths: readonly number[];
  /** The width that a sheet of metal roofing or siding covers. */
  metalCoverWidth: number;
  /** The siding that is put on sheathing; the other materials are panels themselves. */
  sidingOnSheathing: readonly ShedDesign['material'][];
  /** The waste of sheathing panels and vinyl, as a share of the walls. */
  wallWaste: number;
  /** The waste of sheathing and shingles, as a share of the roof; `cutRoofWaste` applies with several slopes or a dormer. */
  roofWaste: number;
  cutRoofWaste: number;
  /** The level of the lowest siding above the ground. */
  minSidingLevel: number;
};

export const FRAMING_DEFAULTS: FramingDefaults = {
  studSpacing: 16,
  joistSpacing: 16,
  rafterSpacing: 16,
  loftSpacing: 16,
  maxSkidSpacing: 48,
  maxWidthOn4x4Skids: 120,
  subfloorThickness: 5 / 8,
  deckThickness: 7 / 16,
  header: '2x6',
  doorClearance: { width: 1, height: 1 },
  windowClearance: { width: 0.5, height: 0.5 },
  ridge: '2x6',
  rafter: '2x4',
  seatCut: 3.5,
  minGableStud: 2,
  maxTieSpacing: 48,
  kerf: 1 / 8,
  stockLengths: [8, 10, 12, 14, 16],
  metalCoverWidth: 36,
  sidingOnSheathing: ['Metal', 'Vinyl'],
  wallWaste: 0.1,
  roofWaste: 0.1,
  cutRoofWaste: 0.15,
  minSidingLevel: 6,
};
