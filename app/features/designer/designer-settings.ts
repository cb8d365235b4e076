import type { Client } from '#app/lib/client.ts';
import {
  insertUniqueRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import { z } from '#app/lib/zod-mini.ts';
import { FRAMING_DEFAULTS, type FramingDefaults } from '#drawing/design/lumber.ts';
import type { ColorCard } from '#drawing/design/shed-design.ts';
import { parseColorCard } from './color-card.ts';
import { type DesignerSettings, readDesignerSettings } from './designer-settings-row.ts';
import { type FitSettings, parseHints, parseZoning } from './fit-hints.ts';

/** Spacings from centre to centre, in inches, that divide the 48 of a sheet. */
export const SPACINGS = [12, 16, 24] as const;
/** In feet. */
export const STOCK_LENGTHS = [8, 10, 12, 14, 16, 18, 20] as const;
/** A shed may have members that need a whole board of this length; feet. */
export const MIN_LONGEST_STOCK = 16;
/** In inches. */
export const KERFS = [1 / 16, 1 / 8, 3 / 16, 1 / 4] as const;
/** Whole inches. */
export const LENGTH_RANGES = {
  maxSkidSpacing: { min: 24, max: 60 },
  minSidingLevel: { min: 6, max: 12 },
  metalCoverWidth: { min: 12, max: 48 },
} as const;
/** Whole percent in the form, shares of 1 in the database and in a frame. */
export const WASTES = ['wallWaste', 'roofWaste', 'cutRoofWaste'] as const;
export const MAX_WASTE_PERCENT = 50;

/** The framing that the shop can set; decision 026 names what it can't. */
export type FramingSettings = Pick<
  FramingDefaults,
  | 'studSpacing'
  | 'joistSpacing'
  | 'rafterSpacing'
  | 'kerf'
  | keyof typeof LENGTH_RANGES
  | (typeof WASTES)[number]
> & { stockLengths: number[] };

const oneOf = (options: readonly number[]) =>
  z.number().check(z.refine((value) => options.includes(value)));
const length = ({ min, max }: { min: number; max: number }) =>
  z.int().check(z.minimum(min), z.maximum(max));
const waste = z.number().check(z.minimum(0), z.maximum(MAX_WASTE_PERCENT / 100));

const framingSettings: z.ZodMiniType<FramingSettings> = z.strictObject({
  studSpacing: oneOf(SPACINGS),
  joistSpacing: oneOf(SPACINGS),
  rafterSpacing: oneOf(SPACINGS),
  stockLengths: z
    .array(oneOf(STOCK_LENGTHS))
    .check(z.refine((lengths) => Math.max(...lengths) >= MIN_LONGEST_STOCK)),
  kerf: oneOf(KERFS),
  maxSkidSpacing: length(LENGTH_RANGES.maxSkidSpacing),
  minSidingLevel: length(LENGTH_RANGES.minSidingLevel),
  metalCoverWidth: length(LENGTH_RANGES.metalCoverWidth),
  wallWaste: waste,
  roofWaste: waste,
  cutRoofWaste: waste,
});

/** Reads the shop's framing from the stored settings; the standard values if they are not valid. */
export function parseFraming(stored: unknown): FramingDefaults {
  const { data } = framingSettings.safeParse(stored);
  return data ? { ...FRAMING_DEFAULTS, ...data } : FRAMING_DEFAULTS;
}

export type DesignerSettingsColumns = WritableColumns<'designer_settings'>;

type ShopSettings = FitSettings & {
  withdrawn: string[];
  framing: FramingDefaults;
  card: ColorCard;
};

/** Reads the settings that shop documents need, with defaults for those not stored. */
export async function readShopSettings(client: Client): Promise<ShopSettings> {
  const row = await readDesignerSettings(client);
  return {
    withdrawn: row?.withdrawn_options ?? [],
    framing: parseFraming(row?.framing),
    card: parseColorCard(row?.color_card),
    hints: parseHints(row?.hints),
    zoning: parseZoning(row?.zoning),
    maxWidth: row?.max_width_ft ?? null,
    maxSnowLoad: row?.max_snow_load_kpa ?? null,
    groundSnow: row?.ground_snow_kpa ?? null,
    rain: row?.rain_kpa ?? null,
    snowCheckedOn: row?.snow_checked_on ?? null,
    trailerDeck: row?.trailer_deck_m ?? null,
  };
}

/** @throws RowChanged if there is one already */
export function insertDesignerSettings(
  client: Client,
  row: DesignerSettingsColumns,
): Promise<DesignerSettings> {
  return insertUniqueRow(client, 'designer_settings', row);
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updateDesignerSettings(
  client: Client,
  read: Version,
  change: Partial<DesignerSettingsColumns>,
): Promise<DesignerSettings> {
  return updateUnchanged(client, 'designer_settings', read, change);
}
