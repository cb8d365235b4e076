import type { Client } from '#app/lib/client.ts';
import {
  insertUniqueRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { parseTrustTexts } from './business-terms.ts';
import { type FaqEntry, parseFaq } from './faq.ts';

/** Reads the single row of settings; null if none is stored. */
export async function readBusinessSettings(
  client: Client,
): Promise<Row<'business_settings'> | null> {
  const { data } = await client
    .from('business_settings')
    .select('*')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Reads the lead times by kind of work, a line each; undefined if the owner has entered none. */
export async function readLeadTimes(client: Client): Promise<string | undefined> {
  const { data } = await client
    .from('business_settings')
    .select('trust_texts')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return parseTrustTexts(data?.trust_texts).lead_times;
}

/** Reads the frequently asked questions; none if no settings are stored. */
export async function readFaq(client: Client): Promise<FaqEntry[]> {
  const { data } = await client
    .from('business_settings')
    .select('faq')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return parseFaq(data?.faq);
}

export type BusinessSettings = Row<'business_settings'>;
type LooksColumn = 'logo_image' | 'logo_width' | 'logo_height' | 'accent_color' | 'typefaces';

/** The columns of the screen 'Business Settings'. */
export type SettingsColumns = Omit<
  WritableColumns<'business_settings'>,
  LooksColumn | 'site_texts'
>;
/** The columns of the screen 'Appearance'. */
export type LooksColumns = Pick<WritableColumns<'business_settings'>, LooksColumn>;
/** The column of the dialog 'Edit Texts'. */
export type SiteTextsColumns = Pick<WritableColumns<'business_settings'>, 'site_texts'>;

/** @throws RowChanged if there is one already */
export function insertSettings(client: Client, row: SettingsColumns): Promise<BusinessSettings> {
  return insertUniqueRow(client, 'business_settings', row);
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updateSettings(
  client: Client,
  read: Version,
  change: Partial<SettingsColumns & LooksColumns & SiteTextsColumns>,
): Promise<BusinessSettings> {
  return updateUnchanged(client, 'business_settings', read, change);
}
