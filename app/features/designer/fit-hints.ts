import { capitalize } from '#app/lib/text.ts';
import { isHttpUrl } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod-mini.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { formatLength, type Units } from '#drawing/geometry/lengths.ts';
import { formatArea } from '#drawing/geometry/material-sizes.ts';
import {
  type EngineerLimits,
  formatFigure,
  getEngineerReasons,
  getRoofWidth,
  getSnowLoad,
} from './engineer-reasons.ts';

/** Hints on whether a shed fits, never advice. The owner edits texts and figures in the back office. */
export const HINT_KEYS = [
  'permit',
  'otherUsePermit',
  'height',
  'gate',
  'roadWidth',
  'roadEscort',
  'roadHeight',
  'ground',
  'snow',
  'engineerWidth',
  'engineerSnow',
] as const;

export type HintKey = (typeof HINT_KEYS)[number];

/**
 * `{value}` and `{figure}` in the texts are replaced, with m, m² or ft after them in both units. An empty text is not
 * shown.
 */
type StoredHint = {
  isShown: boolean;
  /** Null if the hint has none; for `gate` the feet that are added to the width. */
  figure: number | null;
  text: string;
  textAbove: string;
  checkedOn: string | null;
};

export type Hints = Record<HintKey, StoredHint>;

/** `setback` and `height` in metres, `coverage` in percent of the lot. */
export type Zoning = {
  municipality: string;
  setback: number | null;
  height: number | null;
  coverage: number | null;
  url: string;
  checkedOn: string | null;
};

export type FitSettings = EngineerLimits & {
  hints: Hints;
  zoning: Zoning[];
  snowCheckedOn: string | null;
  /** Metres from the road to the deck of the trailer; without it the height on the road is not shown. */
  trailerDeck: number | null;
};

export type FitHint = {
  key: HintKey | 'zoning';
  title: string;
  text: string;
  needsAction: boolean;
  checkedOn: string | null;
  /** The day the built-in figure came into force; absent once the owner has checked or changed it. */
  asOf?: string;
  url?: string;
};

export const hintTitles: Record<HintKey, string> = {
  permit: 'Building permit',
  otherUsePermit: 'Building permit for other uses',
  height: 'Height',
  gate: 'Gate width',
  roadWidth: 'Road permit: width',
  roadEscort: 'Road escort',
  roadHeight: 'Road permit: height',
  ground: 'Ground',
  snow: 'Snow',
  engineerWidth: 'Engineer: width',
  engineerSnow: 'Engineer: snow load',
};

/** Units of the figures that hints have themselves; the others use the owner's range and climate. */
export const hintUnits: Record<HintKey, string> = {
  permit: 'm²',
  otherUsePermit: 'm²',
  height: 'm',
  gate: 'ft',
  roadWidth: 'm',
  roadEscort: 'm',
  roadHeight: 'm',
  ground: 'm',
  snow: '',
  engineerWidth: '',
  engineerSnow: '',
};

const hint = (values: Partial<StoredHint>): StoredHint => ({
  isShown: true,
  figure: null,
  text: '',
  textAbove: '',
  checkedOn: null,
  ...values,
});

/** O. Reg. 867/21 of Ontario's building code, with which the figure of the permit hint came into force. */
const PERMIT_FIGURE_SINCE = '2022-04-29';

/**
 * The hints before the owner has edited them. The permit hint is on from the start and shows the date its figure came into
 * force. Other hints with a figure of their own stay off until the owner has checked them; the rest need a setting, such as
 * the snow load.
 */
export const defaultHints: Hints = {
  permit: hint({
    figure: 15,
    text: 'This shed covers {value} m². A one-storey detached shed, for storage only and without plumbing, usually needs no building permit up to {figure} m². Zoning rules still apply.',
    textAbove:
      'This shed covers {value} m². Above {figure} m² a shed usually needs a building permit. Zoning rules still apply.',
  }),
  otherUsePermit: hint({
    isShown: false,
    figure: 10,
    textAbove:
      'This shed covers {value} m². As a studio, workshop, office or garage it usually needs a building permit above {figure} m².',
  }),
  height: hint({
    isShown: false,
    figure: 4.5,
    text: "This shed is {value} m high. Zoning limits a shed's height, its distance from the lot line and how much of the lot it covers. The limits vary.",
    textAbove:
      'This shed is {value} m high. Zoning limits the height of a shed, often to {figure} m.',
  }),
  gate: hint({
    isShown: false,
    figure: 2,
    text: 'To arrive in one piece, this shed needs a path at least {value} ft wide: its own width plus {figure} ft. Otherwise, we build it in your yard.',
  }),
  roadWidth: hint({
    isShown: false,
    figure: 2.6,
    textAbove:
      'This shed is {value} m wide at the eaves. Loads wider than {figure} m need a road permit.',
  }),
  roadEscort: hint({
    isShown: false,
    figure: 4,
    textAbove:
      'This shed is {value} m wide at the eaves. Loads of {figure} m or wider need an escort on the road.',
  }),
  roadHeight: hint({
    isShown: false,
    figure: 4.15,
    textAbove:
      'On our trailer, this shed is {value} m high. Loads higher than {figure} m need a road permit.',
  }),
  ground: hint({
    isShown: false,
    figure: 1.2,
    text: 'The ground freezes to about {figure} m.',
  }),
  snow: hint({ text: 'In our area, the roof has to carry a snow load of {value} kPa.' }),
  engineerWidth: hint({
    text: 'At {value} ft wide, this shed needs an engineer: we build up to {figure} ft without one.',
  }),
  engineerSnow: hint({
    text: 'For a snow load of {value} kPa, this shed needs an engineer: we build up to {figure} kPa without one.',
  }),
};

const checkMunicipality = 'Check with your municipality.';
const metresPerFoot = 0.3048;
const metresPerInch = 0.0254;
/** The least thickness of a slab that needs no footings. */
const SLAB_INCHES = 4;
const otherUses: ShedDesign['extras'] = ['workbench', 'insulation', 'wiring'];

/**
 * The hints for a design, first those that need action.
 * @param levels of the roof and of the top, which may be that of a cupola; inches over the ground
 * @param units those that lengths have first
 */
export function listFitHints(
  settings: FitSettings,
  design: ShedDesign,
  levels: { roof: number; top: number },
  units?: Units,
): FitHint[] {
  const roofWidth = getRoofWidth(design);
  const { width, length, porchDepth, foundation } = design;
  const area = width * (length - porchDepth) * metresPerFoot ** 2;
  const height = levels.roof * metresPerInch;
  const top = levels.top * metresPerInch;
  const isDelivered = foundation !== 'slab' && foundation !== 'posts';
  const snowLoad = getSnowLoad(settings, design);
  const reasons = getEngineerReasons(settings, design);
  const isOtherUse =
    design.extras.some((extra) => otherUses.includes(extra)) ||
    design.openings.some(({ type }) => type === 'roll-up-door-84');
  const values: Record<HintKey, number | undefined> = {
    permit: area,
    otherUsePermit: isOtherUse ? area : undefined,
    height,
    gate: isDelivered ? width + (settings.hints.gate.figure ?? 0) : undefined,
    roadWidth: isDelivered ? roofWidth : undefined,
    roadEscort: isDelivered ? roofWidth : undefined,
    roadHeight:
      isDelivered && settings.trailerDeck !== null ? settings.trailerDeck + top : undefined,
    ground: 0,
    snow: snowLoad,
    engineerWidth: reasons.includes('width') ? width : undefined,
    engineerSnow: reasons.includes('snow load') ? snowLoad : undefined,
  };
  const porch =
    porchDepth > 0
      ? ` Its porch of ${formatArea(width * porchDepth, units)} is not included: your municipality may count it.`
      : '';
  const additions: Partial<Record<HintKey, string>> = {
    permit: porch,
    otherUsePermit: porch,
    ground: ` ${describeGround(design, units)}`,
    height: top > height ? ` With its cupola, it is ${formatLength(levels.top, units)} high.` : '',
  };
  const hints = HINT_KEYS.flatMap((key): FitHint[] => {
    const stored = settings.hints[key];
    const value = values[key];
    if (!stored.isShown || value === undefined) return [];
    const figure = getFigure(settings, key);
    const needsAction = key !== 'gate' && figure !== null && isAboveFigure(key, value, figure);
    const text = needsAction && hasTwoTexts(key) ? stored.textAbove : stored.text;
    if (!text) return [];
    const isUnchecked =
      key === 'permit' && !stored.checkedOn && figure === defaultHints.permit.figure;
    return [
      {
        key,
        title: hintTitles[key],
        text: `${fill(text, { value, figure }, units)}${additions[key] ?? ''} ${checkMunicipality}`,
        needsAction,
        checkedOn: isSnowHint(key) ? settings.snowCheckedOn : stored.checkedOn,
        ...(isUnchecked ? { asOf: PERMIT_FIGURE_SINCE } : {}),
      },
    ];
  });
  return [
    ...hints,
    ...settings.zoning.map((zoning) => toZoningHint(zoning, { height, top }, units)),
  ].sort((one, other) => getRank(one) - getRank(other));
}

/** Says how the foundation of a design meets ground that freezes. */
function describeGround(
  { foundation, width, length, porchDepth }: ShedDesign,
  units: Units | undefined,
): string {
  if (foundation === 'posts') return 'The posts of this shed have to go below that depth.';
  const base = {
    skids: 'skids',
    gravel: 'a gravel pad',
    slab: `a concrete slab of at least ${formatLength(SLAB_INCHES, units)}`,
  }[foundation];
  const area = formatArea(width * (length - porchDepth), units);
  return `A shed of ${area} on ${base} doesn't need footings below that depth, but the ground has to be level and well drained.`;
}

/** Returns whether a hint has another text above its figure. */
export const hasTwoTexts = (key: HintKey): boolean =>
  !['gate', 'ground', 'snow', 'engineerWidth', 'engineerSnow'].includes(key);

/** Returns whether a hint uses the climate figures, which are checked together. */
export const isSnowHint = (key: HintKey): boolean => key === 'snow' || key === 'engineerSnow';

function getFigure({ hints, maxWidth, maxSnowLoad }: FitSettings, key: HintKey): number | null {
  if (key === 'engineerWidth') return maxWidth;
  return key === 'engineerSnow' ? maxSnowLoad : hints[key].figure;
}

const getRank = ({ key, needsAction }: FitHint) =>
  key === 'engineerWidth' || key === 'engineerSnow' ? 0 : needsAction ? 1 : 2;

/** @param design its height without and with a cupola, in metres */
function toZoningHint(
  zoning: Zoning,
  design: { height: number; top: number },
  units: Units | undefined,
): FitHint {
  const format = (metres: number) => formatLength(metres / metresPerInch, units);
  const { municipality, setback, height, coverage, url, checkedOn } = zoning;
  const isTooHigh = height !== null && design.height > height;
  const withCupola = design.top > design.height ? `, ${format(design.top)} with its cupola` : '';
  const limits = [
    setback !== null && `${format(setback)} to the lot line`,
    height !== null && `at most ${format(height)} high`,
    coverage !== null && `at most ${formatFigure(coverage)}% of the lot`,
  ].filter((limit) => limit !== false);
  const sentences = [
    ...(limits.length > 0 ? [`${capitalize(limits.join(', '))}.`] : []),
    ...(height !== null && design.top > height
      ? [`This shed is ${format(design.height)} high${withCupola}.`]
      : []),
    checkMunicipality,
    ...(url && !isHttpUrl(url) ? [url] : []),
  ];
  return {
    key: 'zoning',
    title: `Zoning in ${municipality}`,
    text: sentences.join(' '),
    needsAction: isTooHigh,
    checkedOn,
    ...(isHttpUrl(url) ? { url } : {}),
  };
}

function isAboveFigure(key: HintKey, value: number, figure: number): boolean {
  return key === 'roadEscort' ? value >= figure : value > figure;
}

const formats: Record<string, (figure: number, units?: Units) => string> = {
  ' m': (metres, units) => formatLength(metres / metresPerInch, units),
  ' m²': (squareMetres, units) => formatArea(squareMetres / metresPerFoot ** 2, units),
  ' ft': (feet, units) => formatLength(12 * feet, units),
};

/** Replaces placeholders, together with the unit of a length or area that follows one. */
function fill(
  text: string,
  figures: Record<'value' | 'figure', number | null>,
  units: Units | undefined,
): string {
  return text.replace(
    /\{(value|figure)\}( m²| m(?!\w)| ft(?!\w))?/g,
    (_, name: 'value' | 'figure', unit = '') => {
      const figure = figures[name];
      if (figure === null) return unit;
      return formats[unit]?.(figure, units) ?? `${formatFigure(figure)}${unit}`;
    },
  );
}

const storedHint = z.partial(
  z.object({
    isShown: z.boolean(),
    figure: z.nullable(z.number()),
    text: z.string(),
    textAbove: z.string(),
    checkedOn: z.nullable(z.string()),
  }),
);
const storedZoning = z.array(
  z.object({
    municipality: z.string(),
    setback: z.nullable(z.number()),
    height: z.nullable(z.number()),
    coverage: z.nullable(z.number()),
    url: z.string(),
    checkedOn: z.nullable(z.string()),
  }),
);

/** Reads the column `hints`; what is missing or has another type is the default. */
export function parseHints(stored: unknown): Hints {
  const read = z.record(z.string(), z.unknown()).safeParse(stored).data ?? {};
  const entries = HINT_KEYS.map((key) => {
    const found = storedHint.safeParse(read[key]).data ?? {};
    return [key, { ...defaultHints[key], ...found }];
  });
  return Object.fromEntries(entries) as Hints;
}

/** Reads the column `zoning`; an empty list if it isn't one. */
export function parseZoning(stored: unknown): Zoning[] {
  return storedZoning.safeParse(stored).data ?? [];
}
