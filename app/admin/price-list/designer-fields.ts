import type { DesignerSettingsColumns } from '#app/data/designer-settings.ts';
import { hintTitles } from '#app/domain/designs/fit-hints.ts';
import type { Fields } from '../records/version-conflict.ts';

export const designerFields: Fields<DesignerSettingsColumns> = {
  price_visibility: 'Prices for visitors',
  range_below_percent: 'Range below the price, %',
  range_above_percent: 'Range above the price, %',
  max_width_ft: 'Width without an engineer, ft',
  max_snow_load_kpa: 'Snow load without an engineer, kPa',
  ground_snow_kpa: 'Snow on the ground Ss, kPa',
  rain_kpa: 'Rain Sr, kPa',
  snow_checked_on: 'Climate checked on',
  trailer_deck_m: 'Deck of the trailer, m',
  hints: { keys: hintTitles },
  zoning: 'Zoning',
};
