import type {
  DesignChange,
  DesignMeasure,
  ExtraReason,
  OpeningReason,
  OptionKind,
} from '#drawing/design/design-change.ts';
import {
  BUILT_IN_CARD,
  type ColorCard,
  type ColorKind,
  type Extra,
  LIMITS,
  MIN_BODY_LENGTH,
  MIN_LOFT_HEADROOM,
  MIN_PORCH_DEPTH,
  type OpeningType,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { formatLength, type Units } from '#drawing/geometry/lengths.ts';
import { describeColor } from './describe-colors.ts';
import {
  addCentimetres,
  EXTRA_LABELS,
  FOUNDATION_LABELS,
  getOpeningLabel,
  MEASURE_LABELS,
  OPENING_LABELS,
  ROOFING_LABELS,
  WALL_LABELS,
} from './design-labels.ts';

/** Longer moves come from a mistyped URL; in inches. */
const MAX_DISTANCE = 12 * LIMITS.length.max;

type MeasureChange = Extract<DesignChange, { type: 'measure' }>;

const EXTRA_REASONS: Record<Exclude<ExtraReason, 'headroom'>, string> = {
  'no door': 'there is no door',
  'no window': 'the only windows are transoms, or there are none',
  'no room beside a window': 'no window has room on both sides',
  'no free wall': 'doors take up every wall',
  'no room in the gables': 'the gables have no room for them',
};

/** Completes a sentence: `not possible, because ...`. */
export function getExtraReason(reason: ExtraReason, units?: Units): string {
  if (reason !== 'headroom') return EXTRA_REASONS[reason];
  const { below, above } = MIN_LOFT_HEADROOM;
  return `a loft needs ${formatLength(below, units)} below it and ${formatLength(above, units)} above it`;
}

/**
 * A change as a sentence for the visitor; it never repeats what a URL contained.
 * @param units those that lengths have first
 * @param card with the suppliers' names of colours
 */
export function describeChange(change: DesignChange, units?: Units, card?: ColorCard): string {
  switch (change.type) {
    case 'measure':
      return describeMeasure(change, units);
    case 'opening moved': {
      const { from, to, toWall, wall } = change;
      const opening = getOpeningLabel(change.opening, units);
      if (toWall !== wall) {
        return `${opening}: moved to the ${getWallName(toWall)}, because an A-frame has no side walls.`;
      }
      const distance = Math.round(Math.abs(to - (from ?? Number.NaN)));
      const by = distance < MAX_DISTANCE ? ` by ${formatLength(distance, units)}` : '';
      return `${opening}: moved${by} to the nearest free position on the ${getWallName(wall)}.`;
    }
    case 'opening removed':
      return `${getOpeningLabel(change.opening, units)}: removed, because ${getRemovalReason(change)}.`;
    case 'openings removed':
      return `A shed can have up to ${change.max} doors and windows; the others were removed.`;
    case 'extra removed':
      return `${EXTRA_LABELS[change.extra]}: removed, because ${getExtraReason(change.reason, units)}.`;
    case 'not offered': {
      const { kind, from, to } = change;
      const label = (option: string) => getOptionLabel(kind, option, units, card);
      const outcome = to ? `we show ${label(to)} instead` : 'it was removed';
      return `${label(from)} isn’t offered right now, so ${outcome}.`;
    }
    case 'unknown value':
      return `The link has a value for ${change.param} that we don't recognize, so we used our standard one.`;
    case 'unknown part':
      return `We don't recognize part of the link’s ${change.param}, so we ignored it.`;
    case 'repeated param':
      return `The link has more than one ${change.param}, so we used the first.`;
    case 'other version':
      return 'The link is from another version of this page. We filled in anything it leaves out with our standard choice.';
  }
}

/** A change that leaves out something that was requested. */
type Removal = Extract<
  DesignChange,
  { type: 'opening removed' | 'openings removed' | 'extra removed' }
>;

/** Returns whether a change removes something, which the page refuses instead of applying. */
export const isRemoval = (change: DesignChange): change is Removal =>
  change.type.endsWith(' removed');

/**
 * Explains why something was not added or changed.
 * @param extra the one that was chosen
 */
export function describeRefusal(change: Removal, extra?: Extra, units?: Units): string {
  switch (change.type) {
    case 'opening removed': {
      const start = extra ? `${EXTRA_LABELS[extra]}: not` : 'Not';
      return `${start} possible, because ${getOpeningName(change.opening, units)} would be removed: ${getRemovalReason(change)}.`;
    }
    case 'openings removed':
      return `A shed can have up to ${change.max} doors and windows.`;
    case 'extra removed':
      return `${EXTRA_LABELS[change.extra]}: not possible, because ${getExtraReason(change.reason, units)}.`;
  }
}

function describeMeasure(
  { measure, style, to, reason, opening }: MeasureChange,
  units: Units | undefined,
): string {
  const value = formatMeasure(measure, to, units);
  const label = MEASURE_LABELS[measure];
  switch (reason) {
    case 'range': {
      const { min, max } = LIMITS[measure];
      const range = `${formatMeasure(measure, min, units)} to ${formatMeasure(measure, max, units)}`;
      const steps =
        measure === 'wallHeight'
          ? ` in steps of ${formatLength(LIMITS.wallHeight.step, units)}`
          : ' in whole feet';
      return `${label}: ${value}. We build ${range}${steps}.`;
    }
    case 'style minimum':
      return style === 'A-Frame'
        ? `${label}: ${value}, because a narrower A-frame has no room for a door.`
        : `${label}: ${value}, because a smaller shed has no room for a dormer.`;
    case 'rafter length':
      return `${label}: ${value}, because the rafters of a wider A-frame are longer than a board.`;
    case 'porch':
      if (measure !== 'porchDepth') {
        return `${label}: ${value}, because a shorter shed has no room for a porch.`;
      }
      return to
        ? `${label}: ${value} deep. A porch is at least ${formatMeasure(measure, MIN_PORCH_DEPTH, units)} deep and leaves ${formatMeasure(measure, MIN_BODY_LENGTH, units)} of the shed’s length.`
        : `${label}: removed, because it leaves too little of the shed’s length.`;
    case 'door height':
      return `${label}: ${value}, so that the ${getOpeningName(opening, units)} fits below the roof.`;
  }
}

function getRemovalReason({ reason, wall }: { reason: OpeningReason; wall: Wall }): string {
  switch (reason) {
    case 'size':
      return `the ${getWallName(wall)} is too small for it`;
    case 'room':
      return `the ${getWallName(wall)} has no room left`;
    case 'no side walls':
      return 'an A-frame has no side walls and no room for it in the ends';
  }
}

const OPTION_LABELS: Record<string, string> = {
  ...OPENING_LABELS,
  ...EXTRA_LABELS,
  ...FOUNDATION_LABELS,
};
const COLOR_LABELS: Record<ColorKind, string> = {
  wallColor: 'Wall colour',
  trimColor: 'Trim colour',
  shingleColor: 'Shingle colour',
  metalColor: 'Metal roof colour',
};

const isColorKind = (kind: OptionKind): kind is ColorKind => kind in COLOR_LABELS;

/**
 * An option by itself, such as `Shingle colour Green (Forest)`.
 * @param units those that lengths have first
 * @param card with the suppliers' names of colours
 */
export function getOptionLabel(
  kind: OptionKind,
  option: string,
  units?: Units,
  card: ColorCard = BUILT_IN_CARD,
): string {
  if (isColorKind(kind)) return `${COLOR_LABELS[kind]} ${describeColor(card, kind, option)}`;
  if (kind === 'roofing') return ROOFING_LABELS[option as keyof typeof ROOFING_LABELS] ?? option;
  return `${addCentimetres(OPTION_LABELS[option] ?? option, units)}${kind === 'material' ? ' siding' : ''}`;
}

/**
 * @param option `kind.option`, as it is stored when the owner has withdrawn it
 * @param card with the suppliers' names of colours
 */
export function describeOption(option: string, card?: ColorCard): string {
  const [kind, name = ''] = option.split('.');
  return getOptionLabel(kind as OptionKind, name, undefined, card);
}

/** Formats a measure with its unit; wall heights are in inches, the others in feet. */
export const formatMeasure = (measure: DesignMeasure, value: number, units?: Units) =>
  formatLength(measure === 'wallHeight' ? value : 12 * value, units);

const getWallName = (wall: Wall) => `${WALL_LABELS[wall].toLowerCase()} wall`;

const getOpeningName = (opening: OpeningType | undefined, units: Units | undefined) =>
  opening ? getOpeningLabel(opening, units).toLowerCase() : 'door';
