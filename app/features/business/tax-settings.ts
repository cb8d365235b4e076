import type { Client } from '#app/lib/client.ts';
import { insertUniqueRow, updateUnchanged, type WritableColumns } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { Version } from '#app/lib/errors.ts';
import { optionalText } from '#app/lib/form-fields.ts';
import { parsePercent } from '#app/lib/parse-decimal.ts';
import { z } from '#app/lib/zod.ts';

export type TaxSettings = Row<'tax_settings'>;
/** `basisPoints` are hundredths of a per cent. */
type Hst = { charged: boolean; basisPoints: number };
export type TaxColumns = WritableColumns<'tax_settings'>;

/** The tax settings that the form and new quotes start with. */
export const defaultTaxSettings: TaxColumns = {
  hst_charged: true,
  hst_basis_points: 1300,
  hst_number: '',
};

/** Reads the part of the settings that visitors may read; null if the business has not entered them. */
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

const isTaxRate = (typed: string) => (parsePercent(typed) ?? 10_000) < 10_000;
const isHstNumber = (typed: string) => typed === '' || /^\d{5} ?\d{4} ?RT ?\d{4}$/i.test(typed);

/** A business number of the Canada Revenue Agency with the account of its GST or HST, or nothing. */
export const hstNumber = optionalText(40).check(
  z.refine(isHstNumber, 'Please enter nine digits and RT0001, such as 12345 6789 RT0001'),
);

export const taxForm = z.object({
  hst_charged: z.boolean(),
  hstPercent: optionalText(6).check(z.refine(isTaxRate, 'Please enter percent, such as 13')),
  hst_number: hstNumber,
});

export type TaxInput = z.input<typeof taxForm>;
export type TaxValues = z.output<typeof taxForm>;

type Columns = { hst_charged: boolean; hst_basis_points: number; hst_number: string };

export function toTaxForm({ hst_charged, hst_basis_points, hst_number }: Columns): TaxInput {
  return { hst_charged, hstPercent: String(hst_basis_points / 100), hst_number };
}

export function toTaxColumns({ hst_charged, hstPercent, hst_number }: TaxValues): Columns {
  return {
    hst_charged,
    hst_basis_points: z.number().parse(parsePercent(hstPercent)),
    hst_number,
  };
}

type Tax = { hst_charged: boolean; hst_basis_points: number; hst_number: string };

/** Describes the HST setting on the screens that show it. @param row null if nothing is entered */
export function describeTax(row: Tax | null): string {
  if (!row) return "HST isn't set yet. Visitors see prices before tax.";
  if (!row.hst_charged) return "You don't charge HST. Visitors see no tax.";
  const number = row.hst_number ? `Number ${row.hst_number}` : 'The HST number is missing';
  return `You charge ${row.hst_basis_points / 100} % HST. ${number}.`;
}
