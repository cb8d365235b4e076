import { parseDecimal } from '#app/lib/parse-decimal.ts';

/** The database checks the same in private.is_quote_content. */
export const quoteLimits = {
  items: 100,
  alternatives: 3,
  images: 12,
  /** 100,000 of a unit. */
  quantityMilli: 100_000_000,
  /** A million dollars. */
  cents: 100_000_000,
  title: 120,
  text: 10_000,
  line: 500,
  unit: 20,
  term: 200,
} as const;

/** Thousandths as people write them: `12`, `2.5`, `0.125`. */
export function formatQuantity(milli: number): string {
  const fraction = String(milli % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${Math.floor(milli / 1000)}${fraction && `.${fraction}`}`;
}

/** Thousandths of what was typed, such as `2.5` or `1,200`; undefined for anything else, and beyond the limits. */
export function parseQuantity(typed: string): number | undefined {
  const milli = parseDecimal(typed.trim(), 3);
  return milli && milli > 0 && milli <= quoteLimits.quantityMilli ? milli : undefined;
}

/** Cents of an amount in dollars, such as `$1,234.50` or `99,95`; undefined for anything else, and beyond the limits. */
export function parseDollars(typed: string): number | undefined {
  const cents = parseDecimal(typed.trim().replace(/^\$/, ''), 2);
  return cents !== undefined && cents >= 0 && cents <= quoteLimits.cents ? cents : undefined;
}
