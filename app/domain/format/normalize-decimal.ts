/**
 * Reads the commas of a number as people write it: `1,234.50`, `99,95`. A comma separates thousands if
 * three digits follow it, and decimals if one or two do.
 * @returns digits with a decimal point, or what was typed if it is no such number
 */
export function normalizeDecimal(typed: string): string {
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed)) return typed.replaceAll(',', '');
  return typed.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');
}
