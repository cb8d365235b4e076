/** Formats cents as Canadian dollars. @param minDecimals 0 omits the cents of whole dollars */
export function formatCents(cents: number, minDecimals: 0 | 2 = 2): string {
  const minimumFractionDigits = cents % 100 === 0 ? minDecimals : 2;
  const dollars = (cents / 100).toLocaleString('en-CA', {
    minimumFractionDigits,
    maximumFractionDigits: 2,
  });
  return `$${dollars}`;
}
