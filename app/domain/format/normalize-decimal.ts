/**
 * Reads a number as people write amounts: `1,234.50`, `$350`, `13 %`, `99,95`. A comma separates thousands
 * if three digits follow it, and decimals if one or two do.
 * @returns digits with a decimal point, or what was typed without spaces and symbols if it is no such number
 */
export function normalizeDecimal(typed: string): string {
  const text = typed.replace(/[$%\s]/g, '');
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(',', '');
  return text.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');
}
