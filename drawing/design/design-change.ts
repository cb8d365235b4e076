import type { Extra, OpeningType, ShedDesign, Wall } from './shed-design.ts';

/** A measure of a design that `constrainDesign` may change. */
export type DesignMeasure = 'width' | 'length' | 'wallHeight' | 'porchDepth';

export type MeasureReason =
  /** Outside the range that is built, or not a step of it. */
  | 'range'
  /** The style needs at least this for its door or dormer. */
  | 'style minimum'
  /** The rafters would be longer than the longest board. */
  | 'rafter length'
  /** The porch takes its room from the length. */
  | 'porch'
  /** A door and its header fit below the plates. */
  | 'door height';

export type OpeningReason =
  /** No wall of that length or height has room for it. */
  | 'size'
  /** Corners, posts and other openings leave no room. */
  | 'room'
  /** An A-frame has no side walls. */
  | 'no side walls';

export type ExtraReason =
  | 'headroom'
  | 'no door'
  /** The design has no windows, or transoms only. */
  | 'no window'
  /** Corners and other openings leave no room for shutters. */
  | 'no room beside a window'
  /** Doors leave no run of a wall for a shelf or a workbench. */
  | 'no free wall'
  /** Doors, windows and the roof leave no room for a vent in either gable. */
  | 'no room in the gables';

/** The kinds of options of a design; walls, trim and each roofing have separate colours. */
export type OptionKind =
  | 'style'
  | 'material'
  | 'wallColor'
  | 'trimColor'
  | 'shingleColor'
  | 'metalColor'
  | 'roofing'
  | 'foundation'
  | 'door'
  | 'window'
  | 'extra';

/** A change that makes a design buildable. */
export type DesignChange =
  | {
      type: 'measure';
      measure: DesignMeasure;
      style: ShedDesign['style'];
      /** The requested value; undefined if it was not a number. */
      from: number | undefined;
      to: number;
      reason: MeasureReason;
      /** The door that requires it. */
      opening?: OpeningType;
    }
  | {
      type: 'opening moved';
      opening: OpeningType;
      wall: Wall;
      toWall: Wall;
      /** Inches; undefined if the requested position was not a number. */
      from: number | undefined;
      to: number;
      reason: OpeningReason;
    }
  | { type: 'opening removed'; opening: OpeningType; wall: Wall; reason: OpeningReason }
  | { type: 'openings removed'; count: number; max: number }
  | { type: 'extra removed'; extra: Extra; reason: ExtraReason }
  /** An option that the shop does not offer, and the one in its place; undefined if there is none. */
  | { type: 'not offered'; kind: OptionKind; from: string; to: string | undefined }
  /** A value in the URL without a meaning; messages never repeat it. */
  | { type: 'unknown value'; param: string }
  /** A part of a value in the URL without a meaning, beside parts with one. */
  | { type: 'unknown part'; param: string }
  /** Several values for a param that a design has once. */
  | { type: 'repeated param'; param: string }
  /** A URL of another version, whose presets may differ. */
  | { type: 'other version' };
