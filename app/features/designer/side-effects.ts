import type { DesignChange } from '#drawing/design/design-change.ts';
import { hasSideWalls } from '#drawing/design/design-geometry.ts';
import {
  type ColorCard,
  getRoofColorKind,
  type ShedDesign,
  WALLS,
} from '#drawing/design/shed-design.ts';
import { listStyleFeatures } from '#drawing/design/style-features.ts';
import type { Units } from '#drawing/geometry/lengths.ts';
import { formatMeasure } from './describe-change.ts';
import { describeColors } from './describe-colors.ts';
import {
  designFormFields,
  findChosenExtras,
  findChosenOpenings,
  toFormValues,
} from './design-form.ts';
import {
  EXTRA_LABELS,
  FEATURE_LABELS,
  FOUNDATION_LABELS,
  getOpeningLabel,
  MEASURE_LABELS,
  ROOFING_LABELS,
  WALL_LABELS,
} from './design-labels.ts';
import { parseDesignParams } from './design-params.ts';
import { parseDesignView } from './design-view.ts';

/** Everything that a visitor can choose; a usual size is width and length. */
const CHOICES = [
  ...(['style', 'width', 'length', 'height', 'porch', 'material'] as const),
  ...(['color', 'trim', 'roof', 'roofing', 'foundation', 'openings', 'extras'] as const),
];
export type Choice = (typeof CHOICES)[number];

/** The params by which a page without scripts reports what followed from a form. */
const PARAMS = { before: 'before', choices: 'choices' } as const;

/** Lists what the visitor changed in a form, compared with the design that filled it in. */
export function findChoices(form: URLSearchParams): Choice[] {
  const design = readFormerDesign(form.get(designFormFields.from));
  const values = toFormValues(design);
  const usualSize = form.get(designFormFields.usualSize);
  const isSize =
    usualSize !== null && usualSize !== '' && usualSize !== `${values.width}x${values.length}`;
  return CHOICES.filter((choice) => {
    if (choice === 'openings') return findChosenOpenings(form, design) !== undefined;
    if (choice === 'extras') return findChosenExtras(form, design) !== undefined;
    if (isSize && (choice === 'width' || choice === 'length')) return true;
    return (form.get(choice) ?? values[choice]) !== values[choice];
  });
}

/** Adds to the query of a changed design what `readSideEffects` needs. */
export function addFormerDesign(params: URLSearchParams, form: URLSearchParams): void {
  params.set(PARAMS.before, form.get(designFormFields.from) ?? '');
  params.set(PARAMS.choices, findChoices(form).join('_'));
}

/** The side effects of the form from which a query came; none for other queries. */
export function readSideEffects(
  params: URLSearchParams,
  design: ShedDesign,
  changes: readonly DesignChange[],
  card?: ColorCard,
): string[] {
  const before = params.get(PARAMS.before);
  if (before === null) return [];
  const names = params.get(PARAMS.choices)?.split('_') ?? [];
  const choices = CHOICES.filter((choice) => names.includes(choice));
  const { units } = parseDesignView(params);
  return describeSideEffects(readFormerDesign(before), design, { choices, changes, units, card });
}

const readFormerDesign = (query: string | null) =>
  parseDesignParams(new URLSearchParams(query ?? '')).design;

/**
 * Describes, in sentences, what else changed with a visitor's choice.
 * @param known.choices what the visitor chose
 * @param known.changes what is reported already
 * @param known.units those that lengths have first
 * @param known.card with the suppliers' names of colours
 */
export function describeSideEffects(before: ShedDesign, after: ShedDesign, known: Known): string[] {
  const { choices, changes, units } = known;
  const fittings = choices.includes('style')
    ? describeFittingsOfStyle(before, after, choices)
    : [
        ...describeFeatures(before, after),
        ...(choices.includes('openings') ? [] : describeOpenings(before, after, changes, units)),
        ...(choices.includes('extras') ? [] : describeExtras(before, after, changes)),
      ];
  return [
    ...describeMeasures(before, after, known),
    ...describeMaterials(before, after, known),
    ...fittings,
  ];
}

type Known = {
  choices: readonly Choice[];
  changes: readonly DesignChange[];
  units?: Units | undefined;
  card?: ColorCard | undefined;
};

/** Wall height and porch that are usual for another style or size. */
function describeMeasures(
  before: ShedDesign,
  after: ShedDesign,
  { choices, changes, units }: Known,
): string[] {
  const cause = choices.includes('style') ? 'style' : 'size';
  const describe = (choice: Choice, measure: 'wallHeight' | 'porchDepth') => {
    const isReported = changes.some(
      (change) => change.type === 'measure' && change.measure === measure,
    );
    if (before[measure] === after[measure] || choices.includes(choice) || isReported) return [];
    const value = after[measure] ? formatMeasure(measure, after[measure], units) : 'none';
    return [`${MEASURE_LABELS[measure]}: now ${value}, the standard for this ${cause}.`];
  };
  return [
    ...(hasSideWalls(after) ? describe('height', 'wallHeight') : []),
    ...describe('porch', 'porchDepth'),
  ];
}

/** Another style has its own doors, windows and extras: a sentence says so of each. */
function describeFittingsOfStyle(
  before: ShedDesign,
  after: ShedDesign,
  choices: readonly Choice[],
): string[] {
  const isOther = (name: 'openings' | 'extras') =>
    !choices.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const extras = after.extras.map((extra) => EXTRA_LABELS[extra].toLowerCase()).join(', ');
  return [
    ...(isOther('openings') ? ['Doors and windows: now the standard ones for this style.'] : []),
    ...(isOther('extras') ? [`Extras: now ${extras || 'none'}, the standard for this style.`] : []),
  ];
}

function describeMaterials(
  before: ShedDesign,
  after: ShedDesign,
  { choices, changes, card }: Known,
): string[] {
  const { trim, roof } = describeColors(after, card);
  const cause = choices.includes('style')
    ? 'style'
    : choices.includes('material')
      ? 'siding'
      : choices.includes('color')
        ? 'wall colour'
        : choices.includes('roofing')
          ? 'roofing'
          : 'size';
  const describe = (
    choice: 'trim' | 'roof' | 'roofing' | 'foundation',
    label: string,
    isChanged: boolean,
    to: string,
  ) =>
    isChanged && !choices.includes(choice)
      ? [`${label}: now ${to}, the standard for this ${cause}.`]
      : [];
  const { roofing, foundation } = after;
  const isRoofReported = changes.some(
    (change) => change.type === 'not offered' && change.kind === getRoofColorKind(after),
  );
  return [
    ...describe('trim', 'Trim colour', before.trimColor !== after.trimColor, trim),
    ...(isRoofReported
      ? []
      : describe('roof', 'Roof colour', before.roofColor !== after.roofColor, roof)),
    ...describe(
      'roofing',
      'Roofing',
      before.roofing !== roofing,
      ROOFING_LABELS[roofing].toLowerCase(),
    ),
    ...describe(
      'foundation',
      'Foundation',
      before.foundation !== foundation,
      FOUNDATION_LABELS[foundation].toLowerCase(),
    ),
  ];
}

/** Describes the style's features that a porch, an opening or an extra displaced, or that have room again. */
function describeFeatures(before: ShedDesign, after: ShedDesign): string[] {
  const [had, has] = [before, after].map(countFeatures);
  const isPorch = before.porchDepth === 0 && after.porchDepth > 0;
  const hasVents = after.extras.includes('vents') && !before.extras.includes('vents');
  const reason = isPorch
    ? 'the porch takes its place'
    : hasVents
      ? 'the vents take its place'
      : 'there is no room for it';
  return Object.entries(FEATURE_LABELS).flatMap(([name, label]) => {
    const [from, to] = [had?.get(name) ?? 0, has?.get(name) ?? 0];
    if (to < from) return [`${label}: removed, because ${reason}.`];
    return to > from ? [`${label}: added, because there is room for it.`] : [];
  });
}

function countFeatures(design: ShedDesign): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of listStyleFeatures(design)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Doors and windows that are usual for another size, by wall. */
function describeOpenings(
  before: ShedDesign,
  after: ShedDesign,
  changes: readonly DesignChange[],
  units: Units | undefined,
): string[] {
  const reported = changes.flatMap((change) =>
    change.type === 'opening removed' ||
    (change.type === 'opening moved' && change.wall !== change.toWall)
      ? [change]
      : [],
  );
  return WALLS.flatMap((wall) => {
    const listTypes = ({ openings }: ShedDesign) =>
      openings.filter((opening) => opening.wall === wall).map(({ type }) => type);
    const gone = reported.filter((change) => change.wall === wall);
    const come = reported.filter((change) => 'toWall' in change && change.toWall === wall);
    const [had, has] = [before, after].map(listTypes);
    const name = `${WALL_LABELS[wall].toLowerCase()} wall`;
    return [
      ...subtract(had ?? [], [...(has ?? []), ...gone.map(({ opening }) => opening)]).map(
        (type) => `${getOpeningLabel(type, units)}: removed from the ${name}.`,
      ),
      ...subtract(has ?? [], [...(had ?? []), ...come.map(({ opening }) => opening)]).map(
        (type) => `${getOpeningLabel(type, units)}: added to the ${name}.`,
      ),
    ];
  });
}

function describeExtras(
  before: ShedDesign,
  after: ShedDesign,
  changes: readonly DesignChange[],
): string[] {
  const reported = changes.flatMap((change) =>
    change.type === 'extra removed' ? [change.extra] : [],
  );
  const removed = subtract(before.extras, [...after.extras, ...reported]);
  return [
    ...removed.map((extra) => `${EXTRA_LABELS[extra]}: removed.`),
    ...subtract(after.extras, before.extras).map((extra) => `${EXTRA_LABELS[extra]}: added.`),
  ];
}

/** A list without each item of another one, once. */
function subtract<Item>(list: readonly Item[], other: readonly Item[]): Item[] {
  const rest = [...other];
  return list.filter((item) => {
    const index = rest.indexOf(item);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}
