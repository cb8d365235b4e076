import { type FitSettings, parseHints, parseZoning } from '#app/domain/designs/fit-hints.ts';
import { parseFraming } from '#app/domain/designs/framing-settings.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import type { Client } from './client.ts';
import { insertUniqueRow, updateUnchanged, type WritableColumns } from './crud.ts';
import type { Row } from './database.types.ts';
import type { Version } from './errors.ts';

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
