/**
 * Parses a number as people write it: `12`, `.5`, `99,95`, `1,234.50`, `-10`. A comma separates thousands
 * if three digits follow it, as in `1,200`, and decimals otherwise, as in `0,125` or `2,5`.
 * @param digits the most decimals that it may have
 * @returns the number times 10 to the power of `digits`, an integer; undefined for anything else
 */
export function parseDecimal(typed: string, digits: number): number | undefined {
  const isGrouped = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(typed);
  const plain = isGrouped ? typed.replaceAll(',', '') : typed.replace(',', '.');
  const match = /^(-?)(\d{0,9})(?:\.(\d*))?$/.exec(plain);
  const [, sign, whole = '', fraction = ''] = match ?? [];
  if (whole + fraction === '' || fraction.length > digits) return undefined;
  const scaled = Number(whole + fraction.padEnd(digits, '0'));
  return sign && scaled ? -scaled : scaled;
}

/** Basis points of per cent as typed, at most 100 %; undefined for anything else. */
export function parsePercent(typed: string): number | undefined {
  const basisPoints = parseDecimal(typed.trim().replace(/\s*%$/, ''), 2);
  return basisPoints !== undefined && basisPoints >= 0 && basisPoints <= 10_000
    ? basisPoints
    : undefined;
}
