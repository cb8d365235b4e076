import { optionalText } from '#app/lib/form-fields.ts';
import { parsePercent } from '#app/lib/parse-decimal.ts';
import { z } from '#app/lib/zod.ts';

const isTaxRate = (typed: string) => (parsePercent(typed) ?? 10_000) < 10_000;
const isHstNumber = (typed: string) =>
  typed === '' || /^(?:\d[\s-]*){9}RT[\s-]*\d{4}$/i.test(typed);

/** A business number of the Canada Revenue Agency with the account of its GST or HST, or nothing. */
export const hstNumber = optionalText(40).check(
  z.refine(isHstNumber, 'Please enter nine digits and RT0001, such as 12345 6789 RT0001'),
);

export const taxForm = z.object({
  hst_charged: z.boolean(),
  hstPercent: optionalText(6).check(z.refine(isTaxRate, 'Please enter a percentage, such as 13')),
  hst_number: hstNumber,
  hst_number_shown: z.boolean(),
});

export type TaxInput = z.input<typeof taxForm>;
export type TaxValues = z.output<typeof taxForm>;

type Columns = {
  hst_charged: boolean;
  hst_basis_points: number;
  hst_number: string;
  hst_number_shown: boolean;
};

/** The form of the tax settings; the rate becomes a percentage as text. */
export function toTaxForm({ hst_basis_points, ...columns }: Columns): TaxInput {
  const { hst_charged, hst_number, hst_number_shown } = columns;
  return {
    hst_charged,
    hstPercent: String(hst_basis_points / 100),
    hst_number,
    hst_number_shown,
  };
}

/** The columns of a checked form; the percentage becomes basis points. */
export function toTaxColumns({ hstPercent, ...columns }: TaxValues): Columns {
  return { ...columns, hst_basis_points: z.number().parse(parsePercent(hstPercent)) };
}
