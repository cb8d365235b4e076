import { HEX_COLOR, MAX_SUPPLIER_NAME, parseColorCard } from '#app/features/designer/color-card.ts';
import { type DeliveryPlace, parseDeliveryPlaces } from '#app/features/designer/delivery-places.ts';
import {
  type FramingSettings,
  KERFS,
  LENGTH_RANGES,
  MAX_WASTE_PERCENT,
  MIN_LONGEST_STOCK,
  parseFraming,
  SPACINGS,
  STOCK_LENGTHS,
  WASTES,
} from '#app/features/designer/designer-settings.ts';
import {
  HINT_KEYS,
  type Hints,
  parseHints,
  parseZoning,
  type Zoning,
} from '#app/features/designer/fit-hints.ts';
import { isOffered, OPTION_KINDS, OPTIONS } from '#app/features/designer/offer.ts';
import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { parseDecimal } from '#app/lib/parse-decimal.ts';
import { isHttpUrl } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod.ts';
import {
  type CardColor,
  COLOR_KINDS,
  COLORS,
  findCardColor,
  LIMITS,
} from '#drawing/design/shed-design.ts';
import { formatLength } from '#drawing/geometry/lengths.ts';
import { formatDeliveryLines, parseDeliveryLines } from './delivery-lines.ts';

function figure(message: string, min: number, max: number, isWhole = false) {
  const isFigure = (text: string) => {
    const value = toNumber(text);
    return value === null || (value >= min && value <= max && !(isWhole && value % 1));
  };
  return optionalText(10).check(z.refine(isFigure, message));
}

const day = z.union([z.literal(''), z.iso.date('Please enter a date')]);
const load = figure('Please enter kilopascals, such as 1.9', 0, 20);
const metres = figure('Please enter a number, such as 4.5', 0, 1000);
const percent = (max: number) =>
  figure(`Please enter a whole percentage up to ${max}`, 0, max, true);
const width = LIMITS.width;
const link = optionalText(500).check(
  z.refine((text) => text === '' || isHttpUrl(text), 'Please enter a valid URL'),
);

const toText = (value: number | null | undefined) => value?.toString() ?? '';
/** Null for an empty text, NaN unless it is a number with at most two decimals. */
function toNumber(text: string): number | null {
  return text === '' ? null : (parseDecimal(text, 2) ?? Number.NaN) / 100;
}

const choice = (options: readonly number[]) => z.enum(options.map(toText) as [string, ...string[]]);
const inches = ({ min, max }: { min: number; max: number }) => {
  const message = `Please enter whole inches between ${min} and ${max}`;
  return figure(message, min, max, true).check(z.refine((text) => text !== '', message));
};
const waste = percent(MAX_WASTE_PERCENT).check(
  z.refine((text) => text !== '', `Please enter a whole percentage up to ${MAX_WASTE_PERCENT}`),
);

const offer = <Option extends string>(options: readonly Option[], message?: string) =>
  z.array(z.enum(options)).min(message ? 1 : 0, message);

const offered = z.object({
  style: offer(OPTIONS.style, 'Please offer at least one style'),
  material: offer(OPTIONS.material, 'Please offer at least one siding'),
  wallColor: offer(OPTIONS.wallColor, 'Please offer at least one colour for walls'),
  trimColor: offer(OPTIONS.trimColor, 'Please offer at least one colour for trim'),
  shingleColor: offer(OPTIONS.shingleColor, 'Please offer at least one colour for shingles'),
  metalColor: offer(OPTIONS.metalColor, 'Please offer at least one colour for metal roofs'),
  roofing: offer(OPTIONS.roofing, 'Please offer at least one roofing'),
  foundation: offer(OPTIONS.foundation, 'Please offer at least one foundation'),
  door: offer(OPTIONS.door, 'Please offer at least one door'),
  window: offer(OPTIONS.window),
  extra: offer(OPTIONS.extra),
});

const framing = z.object({
  studSpacing: choice(SPACINGS),
  joistSpacing: choice(SPACINGS),
  rafterSpacing: choice(SPACINGS),
  stockLengths: z
    .array(choice(STOCK_LENGTHS))
    .refine(
      (lengths) => lengths.some((length) => Number(length) >= MIN_LONGEST_STOCK),
      `Please choose ${formatLength(12 * MIN_LONGEST_STOCK)} or longer, which wide sheds need`,
    ),
  kerf: choice(KERFS),
  maxSkidSpacing: inches(LENGTH_RANGES.maxSkidSpacing),
  minSidingLevel: inches(LENGTH_RANGES.minSidingLevel),
  metalCoverWidth: inches(LENGTH_RANGES.metalCoverWidth),
  wallWaste: waste,
  roofWaste: waste,
  cutRoofWaste: waste,
});

/** The rows of the colour card: each colour of walls, trim, shingles and metal roofs. */
export const CARD_ROWS = COLOR_KINDS.flatMap((kind) => COLORS.map((color) => ({ kind, color })));

const supplierName = optionalText(MAX_SUPPLIER_NAME).check(
  z.overwrite((text) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()),
);
const colorValue = optionalText(20).check(
  z.overwrite((text) => text.toLowerCase()),
  z.refine((text) => text === '' || HEX_COLOR.test(text), 'Please enter a colour such as #7a3b2e'),
);

/** A place on each line. */
const deliveryPlaces = optionalText(60_000).check((context) => {
  const { error } = parseDeliveryLines(context.value);
  if (error) context.issues.push({ code: 'custom', message: error, input: context.value });
});

export const designerForm = z.object({
  offered,
  color_card: z
    .array(
      z.object({
        kind: z.enum(COLOR_KINDS),
        color: z.enum(COLORS),
        name: supplierName,
        value: colorValue,
      }),
    )
    .max(CARD_ROWS.length),
  framing,
  delivery_places: deliveryPlaces,
  price_visibility: z.enum(['itemised', 'range', 'none']),
  range_below_percent: percent(50),
  range_above_percent: percent(100),
  max_width_ft: figure(
    `Please enter whole feet between ${width.min} and ${width.max}`,
    width.min,
    width.max,
    true,
  ),
  max_snow_load_kpa: load,
  ground_snow_kpa: load,
  rain_kpa: load,
  snow_checked_on: day,
  trailer_deck_m: figure('Please enter metres up to 3, such as 0.9', 0, 3),
  hints: z.array(
    z.object({
      key: z.enum(HINT_KEYS),
      isShown: z.boolean(),
      figure: metres,
      text: optionalText(1000),
      textAbove: optionalText(1000),
      checkedOn: day,
    }),
  ),
  zoning: z
    .array(
      z.object({
        municipality: requiredText(1, 'Please enter a municipality', 100),
        setback: metres,
        height: metres,
        coverage: metres,
        url: link,
        checkedOn: day,
      }),
    )
    .max(20),
});

export type DesignerInput = z.input<typeof designerForm>;
export type DesignerForm = z.output<typeof designerForm>;

type StoredSettings = {
  price_visibility: string;
  range_below_percent: number;
  range_above_percent: number;
  max_width_ft: number | null;
  max_snow_load_kpa: number | null;
  ground_snow_kpa: number | null;
  rain_kpa: number | null;
  snow_checked_on: string | null;
  trailer_deck_m: number | null;
  withdrawn_options: string[];
};

/** The form of the shop's framing, of the standard values without it. */
export function toFramingForm(stored: unknown): DesignerForm['framing'] {
  const values = parseFraming(stored);
  const toPercent = (share: number) => toText(Math.round(100 * share));
  return {
    studSpacing: toText(values.studSpacing),
    joistSpacing: toText(values.joistSpacing),
    rafterSpacing: toText(values.rafterSpacing),
    stockLengths: values.stockLengths.map(toText),
    kerf: toText(values.kerf),
    maxSkidSpacing: toText(values.maxSkidSpacing),
    minSidingLevel: toText(values.minSidingLevel),
    metalCoverWidth: toText(values.metalCoverWidth),
    wallWaste: toPercent(values.wallWaste),
    roofWaste: toPercent(values.roofWaste),
    cutRoofWaste: toPercent(values.cutRoofWaste),
  };
}

function toFramingColumn(form: DesignerForm['framing']): FramingSettings | null {
  const lengths = form.stockLengths.map(Number).sort((a, b) => a - b);
  const sorted = { ...form, stockLengths: lengths.map(toText) };
  if (JSON.stringify(sorted) === JSON.stringify(toFramingForm(null))) return null;
  const numbers = Object.entries(form).map(([name, value]) => [name, Number(value)]);
  const shares = WASTES.map((name) => [name, Number(form[name]) / 100]);
  return {
    ...(Object.fromEntries([...numbers, ...shares]) as FramingSettings),
    stockLengths: lengths,
  };
}

const getOffered = (withdrawn: readonly string[]) =>
  Object.fromEntries(
    OPTION_KINDS.map((kind) => [
      kind,
      OPTIONS[kind].filter((option) => isOffered(withdrawn, kind, option)),
    ]),
  ) as DesignerForm['offered'];

const getWithdrawn = (form: DesignerForm['offered']): string[] =>
  OPTION_KINDS.flatMap((kind) =>
    OPTIONS[kind]
      .filter((option) => !(form[kind] as readonly string[]).includes(option))
      .map((option) => `${kind}.${option}`),
  );

/** The form of the stored row; without one, of the defaults. */
export function toDesignerForm(
  row:
    | (StoredSettings & {
        hints: unknown;
        zoning: unknown;
        framing: unknown;
        delivery_places: unknown;
        color_card: unknown;
      })
    | null,
): DesignerForm {
  const hints = parseHints(row?.hints);
  const card = parseColorCard(row?.color_card);
  const visibility = designerForm.shape.price_visibility.safeParse(row?.price_visibility);
  return {
    offered: getOffered(row?.withdrawn_options ?? []),
    color_card: CARD_ROWS.map(({ kind, color }) => ({
      ...{ kind, color, name: '', value: '' },
      ...findCardColor(card, kind, color),
    })),
    framing: toFramingForm(row?.framing),
    delivery_places: formatDeliveryLines(parseDeliveryPlaces(row?.delivery_places)),
    price_visibility: visibility.data ?? 'none',
    range_below_percent: toText(row?.range_below_percent ?? 5),
    range_above_percent: toText(row?.range_above_percent ?? 15),
    max_width_ft: toText(row?.max_width_ft),
    max_snow_load_kpa: toText(row?.max_snow_load_kpa),
    ground_snow_kpa: toText(row?.ground_snow_kpa),
    rain_kpa: toText(row?.rain_kpa),
    snow_checked_on: row?.snow_checked_on ?? '',
    trailer_deck_m: toText(row?.trailer_deck_m),
    hints: HINT_KEYS.map((key) => {
      const { isShown, figure, text, textAbove, checkedOn } = hints[key];
      return { key, isShown, figure: toText(figure), text, textAbove, checkedOn: checkedOn ?? '' };
    }),
    zoning: parseZoning(row?.zoning).map(({ municipality, url, ...limits }) => ({
      municipality,
      setback: toText(limits.setback),
      height: toText(limits.height),
      coverage: toText(limits.coverage),
      url,
      checkedOn: limits.checkedOn ?? '',
    })),
  };
}

/** The columns of a checked form. */
export function toDesignerColumns(form: DesignerForm): StoredSettings & {
  hints: Hints;
  zoning: Zoning[];
  framing: FramingSettings | null;
  delivery_places: DeliveryPlace[];
  color_card: CardColor[];
} {
  return {
    withdrawn_options: getWithdrawn(form.offered),
    color_card: form.color_card.filter(({ name, value }) => name || value),
    framing: toFramingColumn(form.framing),
    delivery_places: parseDeliveryLines(form.delivery_places).places,
    price_visibility: form.price_visibility,
    range_below_percent: toNumber(form.range_below_percent) ?? 0,
    range_above_percent: toNumber(form.range_above_percent) ?? 0,
    max_width_ft: toNumber(form.max_width_ft),
    max_snow_load_kpa: toNumber(form.max_snow_load_kpa),
    ground_snow_kpa: toNumber(form.ground_snow_kpa),
    rain_kpa: toNumber(form.rain_kpa),
    snow_checked_on: form.snow_checked_on || null,
    trailer_deck_m: toNumber(form.trailer_deck_m),
    hints: Object.fromEntries(
      form.hints.map(({ key, isShown, figure, text, textAbove, checkedOn }) => [
        key,
        { isShown, figure: toNumber(figure), text, textAbove, checkedOn: checkedOn || null },
      ]),
    ) as Hints,
    zoning: form.zoning.map(({ municipality, setback, height, coverage, url, checkedOn }) => ({
      municipality,
      setback: toNumber(setback),
      height: toNumber(height),
      coverage: toNumber(coverage),
      url,
      checkedOn: checkedOn || null,
    })),
  };
}
