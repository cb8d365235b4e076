import { normalizeDecimal } from '../format/normalize-decimal.ts';
import { quoteLimits } from './limits.ts';

/** Thousandths as people write them: `12`, `2.5`, `0.125`. */
export function formatQuantity(milli: number): string {
  const fraction = String(milli % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${Math.floor(milli / 1000)}${fraction && `.${fraction}`}`;
}

/** Thousandths of what was typed, with a point or a comma; undefined for anything else, and beyond the limits. */
export function parseQuantity(typed: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{0,6})(?:[.,](\d{0,3}))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined || whole + fraction === '') return undefined;
  const milli = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'));
  return milli >= 1 && milli <= quoteLimits.quantityMilli ? milli : undefined;
}

/** Cents of an amount in dollars, such as `$1,234.50` or `99,95`; undefined for anything else, and beyond the limits. */
export function parseDollars(typed: string): number | undefined {
  const [, whole, fraction = ''] =
    /^(\d{0,7})(?:\.(\d{0,2}))?$/.exec(normalizeDecimal(typed.trim().replace(/^\$/, ''))) ?? [];
  if (whole === undefined || whole + fraction === '') return undefined;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return cents <= quoteLimits.cents ? cents : undefined;
}
