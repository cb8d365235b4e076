import { constrainDesign, getFreePositions } from '#drawing/design/constrain-design.ts';
import type { DesignChange, OptionKind } from '#drawing/design/design-change.ts';
import { sortOpenings } from '#drawing/design/design-geometry.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  COLORS,
  type DesignOpening,
  EXTRAS,
  FOUNDATIONS,
  getRoofColorKind,
  MATERIALS,
  OPENINGS,
  type OpeningType,
  ROOFINGS,
  type ShedDesign,
  STYLES,
} from '#drawing/design/shed-design.ts';
import { getColorValue } from './colors.ts';
import { formatDesignParams, type ParsedDesign, parseDesignParams } from './design-params.ts';
import { parseDesignView } from './design-view.ts';

const openingTypes = Object.keys(OPENINGS) as OpeningType[];
const listOpenings = (kind: 'door' | 'window') =>
  openingTypes.filter((type) => OPENINGS[type].kind === kind);

/** The options that visitors choose from, by kind. */
export const OPTIONS = {
  style: STYLES,
  material: MATERIALS,
  wallColor: COLORS,
  trimColor: COLORS,
  shingleColor: COLORS,
  metalColor: COLORS,
  roofing: ROOFINGS,
  foundation: FOUNDATIONS,
  door: listOpenings('door'),
  window: listOpenings('window'),
  extra: EXTRAS,
} satisfies Record<OptionKind, readonly string[]>;

export const OPTION_KINDS = Object.keys(OPTIONS) as OptionKind[];

/** Options that the owner has withdrawn, each as `kind.option`. */
export type Withdrawn = readonly string[];

/** Returns whether visitors can choose an option. */
export const isOffered = (withdrawn: Withdrawn, kind: OptionKind, option: string): boolean =>
  !withdrawn.includes(`${kind}.${option}`);

/** The options of a kind that are offered, and a design's own. */
export const listOffered = <Kind extends OptionKind>(
  withdrawn: Withdrawn,
  kind: Kind,
  own: readonly string[],
): (typeof OPTIONS)[Kind][number][] =>
  OPTIONS[kind].filter((option) => own.includes(option) || isOffered(withdrawn, kind, option));

/** Options with similar ones next to each other; colours are compared by value, openings by width. */
const LIKENESS: Partial<Record<OptionKind, readonly string[]>> = {
  style: ['Dutch Barn', 'Gambrel', 'Gable', 'Modern Farmhouse', 'Dormer', 'Porch', 'A-Frame'],
  material: ['Wood', 'Duratemp', 'Vinyl', 'Metal'],
  foundation: ['gravel', 'skids', 'posts', 'slab'],
};

function getDistance(kind: OptionKind, one: string, other: string): number {
  if (kind === 'door' || kind === 'window') {
    return Math.abs(OPENINGS[one as OpeningType].width - OPENINGS[other as OpeningType].width);
  }
  if (kind.endsWith('Color')) {
    const [a = [], b = []] = [one, other].map(toRgb);
    return Math.hypot(...a.map((channel, i) => channel - (b[i] ?? 0)));
  }
  const order = LIKENESS[kind] ?? [];
  return Math.abs(order.indexOf(one) - order.indexOf(other));
}

const toRgb = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(getColorValue(color).slice(start, start + 2), 16));

/** Lists what is offered instead of an option, the nearest first. */
const listInstead = <Option extends string>(
  kind: OptionKind,
  option: Option,
  withdrawn: Withdrawn,
): Option[] =>
  (OPTIONS[kind] as readonly string[] as readonly Option[])
    .filter((each) => each !== option && isOffered(withdrawn, kind, each))
    .sort((a, b) => getDistance(kind, option, a) - getDistance(kind, option, b));

/**
 * Replaces withdrawn options with the nearest offered ones, or leaves them out.
 * @param design valid, as `constrainDesign` returns it
 * @returns the same design if all of it is offered
 */
export function offerDesign(design: ShedDesign, withdrawn: Withdrawn): ParsedDesign {
  if (withdrawn.length === 0) return { design, changes: [] };
  const changes: DesignChange[] = [];
  const report = (change: DesignChange) => {
    const isReported = changes.some((each) => JSON.stringify(each) === JSON.stringify(change));
    if (!isReported) changes.push(change);
  };
  const replace = <Option extends string>(kind: OptionKind, from: Option): Option => {
    const [to] = isOffered(withdrawn, kind, from) ? [from] : listInstead(kind, from, withdrawn);
    if (to !== from) report({ type: 'not offered', kind, from, to });
    return to ?? from;
  };
  const restyled = changeStyle(design, replace('style', design.style), report);
  const replaceOpening = (opening: DesignOpening): DesignOpening[] => {
    const { kind, width } = OPENINGS[opening.type];
    if (isOffered(withdrawn, kind, opening.type)) return [opening];
    const { wall } = opening;
    const type = listInstead(kind, opening.type, withdrawn).find(
      (each) => getFreePositions(restyled, { type: each, wall }, []).length > 0,
    );
    report({ type: 'not offered', kind, from: opening.type, to: type });
    if (!type) return [];
    const position = Math.round(opening.position + (width - OPENINGS[type].width) / 2);
    return [{ type, wall, position }];
  };
  const openings = restyled.openings.flatMap(replaceOpening);
  const extras = restyled.extras.filter((extra) => {
    const isChoice = isOffered(withdrawn, 'extra', extra);
    if (!isChoice) report({ type: 'not offered', kind: 'extra', from: extra, to: undefined });
    return isChoice;
  });
  const roofing = replace('roofing', restyled.roofing);
  const replaced = {
    ...restyled,
    material: replace('material', restyled.material),
    wallColor: replace('wallColor', restyled.wallColor),
    trimColor: replace('trimColor', restyled.trimColor),
    roofing,
    roofColor: replace(getRoofColorKind({ roofing }), restyled.roofColor),
    foundation: replace('foundation', restyled.foundation),
    openings,
    extras,
  };
  if (changes.length === 0) return { design, changes };
  const fitted = constrainDesign(replaced);
  return {
    design: { ...fitted.design, openings: sortOpenings(fitted.design.openings) },
    changes: [...changes, ...fitted.changes],
  };
}

/** Changes the style. Values of the old style's preset become those of the new style's. */
function changeStyle(
  design: ShedDesign,
  style: ShedDesign['style'],
  report: (change: DesignChange) => void,
): ShedDesign {
  if (style === design.style) return design;
  const params = formatDesignParams(design);
  params.set('style', style);
  const restyled = parseDesignParams(params);
  restyled.changes.forEach(report);
  return restyled.design;
}

/**
 * Reads the query of a design as `parseDesignParams`, and replaces options that aren't offered,
 * unless the query says to keep them.
 * @param isChosen true if the visitor has just chosen it: a usual option that isn't offered is then not reported
 */
export function parseOfferedDesign(
  params: URLSearchParams,
  withdrawn: Withdrawn,
  isChosen = false,
): ParsedDesign {
  const parsed = parseDesignParams(params);
  if (parseDesignView(params).withdrawn) return parsed;
  const offered = offerDesign(parsed.design, withdrawn);
  if (offered.design === parsed.design) return parsed;
  const isWhole = params.has('style') && params.has('size') && !isChosen;
  const usual = isWhole ? [] : offerDesign(getPreset(parsed.design), withdrawn).changes;
  const known = usual.map((change) => JSON.stringify(change));
  const news = offered.changes.filter((change) => !known.includes(JSON.stringify(change)));
  return { design: offered.design, changes: [...parsed.changes, ...news] };
}

/** The preset of a design's style, size, siding and wall colour. */
export const getPreset = ({ style, width, length, material, wallColor: color }: ShedDesign) =>
  createPresetDesign({ style, width, length, material, color });

/**
 * The canonical query of a design that is offered, without what its preset would become: another style or
 * size then has its own.
 */
export function formatOfferedParams(design: ShedDesign, withdrawn: Withdrawn): URLSearchParams {
  const preset = getPreset(design);
  const usual = offerDesign(preset, withdrawn).design;
  if (usual === preset) return formatDesignParams(design);
  const restored = { ...design };
  for (const names of VARIED) {
    if (names.every((name) => JSON.stringify(design[name]) === JSON.stringify(usual[name]))) {
      for (const name of names) Object.assign(restored, { [name]: preset[name] });
    }
  }
  return formatDesignParams(restored);
}

/** Roof colours depend on the roofing, doors raise walls, and extras need windows: they are as usual together. */
const VARIED = [
  ...([['trimColor'], ['roofColor', 'roofing'], ['roofing'], ['foundation']] as const),
  ['openings', 'wallHeight', 'extras'] as const,
];

/** The options of a design that are not offered, as `kind.option`. */
export function listWithdrawn(design: ShedDesign, withdrawn: Withdrawn): string[] {
  const { style, material, wallColor, trimColor, roofColor, roofing, foundation } = design;
  const roof = { [getRoofColorKind(design)]: roofColor, roofing };
  const single = { style, material, wallColor, trimColor, ...roof, foundation };
  const chosen = [
    ...Object.entries(single).map(([kind, option]) => `${kind}.${option}`),
    ...design.openings.map(({ type }) => `${OPENINGS[type].kind}.${type}`),
    ...design.extras.map((extra) => `extra.${extra}`),
  ];
  return [...new Set(chosen)].filter((option) => withdrawn.includes(option));
}
