import type { Client } from '#app/lib/client.ts';
import { insertUniqueRow, updateUnchanged, type WritableColumns } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { Version } from '#app/lib/errors.ts';

export type TaxSettings = Row<'tax_settings'>;
/** `basisPoints` are hundredths of a per cent. */
type Hst = { charged: boolean; basisPoints: number };
export type TaxColumns = WritableColumns<'tax_settings'>;

/** What the form and new quotes start with. */
export const defaultTaxSettings: TaxColumns = {
  hst_charged: true,
  hst_basis_points: 1300,
  hst_number: '',
};

/** What visitors may read of the settings; null if the business has not entered them. */
export async function readHst(client: Client): Promise<Hst | null> {
  const { data } = await client
    .from('tax_settings')
    .select('hst_charged,hst_basis_points')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data && { charged: data.hst_charged, basisPoints: data.hst_basis_points };
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

export function insertTaxSettings(client: Client, columns: TaxColumns): Promise<TaxSettings> {
  return insertUniqueRow(client, 'tax_settings', columns);
}

/** @throws RowChanged if somebody has saved them since */
export function updateTaxSettings(
  client: Client,
  read: Version,
  change: Partial<TaxColumns>,
): Promise<TaxSettings> {
  return updateUnchanged(client, 'tax_settings', read, change);
}
