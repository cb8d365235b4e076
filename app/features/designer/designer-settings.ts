import type { Client } from '#app/lib/client.ts';
import { insertUniqueRow, updateUnchanged, type WritableColumns } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { Version } from '#app/lib/errors.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import { type FitSettings, parseHints, parseZoning } from './fit-hints.ts';
import { parseFraming } from './framing-settings.ts';

export type DesignerSettings = Row<'designer_settings'>;
export type DesignerSettingsColumns = WritableColumns<'designer_settings'>;

export async function readDesignerSettings(client: Client): Promise<DesignerSettings | null> {
  const { data } = await client
    .from('designer_settings')
    .select('*')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
}

type ShopSettings = FitSettings & { withdrawn: string[]; framing: FramingDefaults };

export async function readShopSettings(client: Client): Promise<ShopSettings> {
  const row = await readDesignerSettings(client);
  return {
    withdrawn: row?.withdrawn_options ?? [],
    framing: parseFraming(row?.framing),
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

export function insertDesignerSettings(
  client: Client,
  row: DesignerSettingsColumns,
): Promise<DesignerSettings> {
  return insertUniqueRow(client, 'designer_settings', row);
}

export function updateDesignerSettings(
  client: Client,
  read: Version,
  change: Partial<DesignerSettingsColumns>,
): Promise<DesignerSettings> {
  return updateUnchanged(client, 'designer_settings', read, change);
}
