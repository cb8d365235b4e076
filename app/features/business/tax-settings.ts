import type { Client } from '#app/lib/client.ts';
import {
  insertUniqueRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';

export type TaxSettings = Row<'tax_settings'>;
/** `basisPoints` are hundredths of a per cent. */
type Hst = { charged: boolean; basisPoints: number };
export type TaxColumns = WritableColumns<'tax_settings'>;

/** The tax settings that the form and new quotes start with. */
export const defaultTaxSettings: TaxColumns = {
  hst_charged: true,
  hst_basis_points: 1300,
  hst_number: '',
  hst_number_shown: false,
};

/** Reads the settings that visitors may read; null if the business has not entered them. */
export async function readHst(client: Client): Promise<Hst | null> {
  const { data } = await client
    .from('tax_settings')
    .select('hst_charged,hst_basis_points')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data && { charged: data.hst_charged, basisPoints: data.hst_basis_points };
}

/** Reads the HST number that the home page shows; null if it shows none. */
export async function readShownHstNumber(client: Client): Promise<string | null> {
  const { data } = await client.rpc('get_shown_hst_number').throwOnError();
  return data;
}

/** For staff. */
export async function readTaxSettings(client: Client): Promise<TaxSettings | null> {
  const { data } = await client
    .from('tax_settings')
    .select('*')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** @throws RowChanged if there is one already */
export function insertTaxSettings(client: Client, columns: TaxColumns): Promise<TaxSettings> {
  return insertUniqueRow(client, 'tax_settings', columns);
}

/** @throws RowChanged if someone has saved them since */
export function updateTaxSettings(
  client: Client,
  read: Version,
  change: Partial<TaxColumns>,
): Promise<TaxSettings> {
  return updateUnchanged(client, 'tax_settings', read, change);
}

type Tax = Pick<
  TaxSettings,
  'hst_charged' | 'hst_basis_points' | 'hst_number' | 'hst_number_shown'
>;

/** Describes the HST setting on the screens that show it. @param row null if nothing is entered */
export function describeTax(row: Tax | null): string {
  if (!row) return "HST isn't set yet. Visitors see prices before tax.";
  if (!row.hst_charged) return "You don't charge HST. Visitors see no tax.";
  const place = row.hst_number_shown ? ', shown on the home page' : '';
  const number = row.hst_number ? `Number ${row.hst_number}${place}` : 'The HST number is missing';
  return `You charge ${row.hst_basis_points / 100}% HST. ${number}.`;
}
