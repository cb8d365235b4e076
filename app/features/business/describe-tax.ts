type Tax = { hst_charged: boolean; hst_basis_points: number; hst_number: string };

/** What the screens say that show the setting. @param row null if nothing is entered */
export function describeTax(row: Tax | null): string {
  if (!row) return "HST isn't set yet. Visitors see prices before tax.";
  if (!row.hst_charged) return "You don't charge HST. Visitors see no tax.";
  const number = row.hst_number ? `Number ${row.hst_number}` : 'The HST number is missing';
  return `You charge ${row.hst_basis_points / 100} % HST. ${number}.`;
}
