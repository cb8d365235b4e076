import type { Units } from '#drawing/geometry/lengths.ts';
import { formatLineLabel } from './line-label.ts';
import type { FullPrice, PriceLine } from './price.ts';

/** A line beside the one of another price, its label with quantity and lengths; in cents. */
export type ComparedLine = PriceLine & {
  /** What it costs more; 0 if the other price has the same line. */
  change: number;
  /** True for a line of the other price alone, with its label. */
  isRemoved: boolean;
};

export type PriceComparison = {
  /** What the price is compared with, such as `standard 10x12 Gable`; empty if there is none. */
  basis: string;
  lines: ComparedLine[];
  /** In cents, as the lines. */
  change: number;
};

/** The lines after those of the shed itself. */
const LAST_ITEMS: readonly string[] = ['adjustment', 'delivery', 'hst'];

/**
 * Lists the lines of a price with what changed since another one, the preset's; what cost nothing there and is
 * gone is left out.
 * @param former null if nothing is compared
 * @param units those that lengths have first
 */
export function comparePrices(
  price: Pick<FullPrice, 'lines' | 'total'>,
  former: Pick<FullPrice, 'lines' | 'total'> | null,
  basis: string,
  units?: Units,
): PriceComparison {
  const toLine = (line: PriceLine, change: number, isRemoved = false): ComparedLine => ({
    ...line,
    label: formatLineLabel(line, units),
    change,
    isRemoved,
  });
  if (!former) return { basis: '', lines: price.lines.map((line) => toLine(line, 0)), change: 0 };
  const isSame = (one: PriceLine, other: PriceLine) =>
    one.item === other.item && (one.item !== 'adjustment' || one.label === other.label);
  const lines = price.lines.map((line) => {
    const other = former.lines.find((each) => isSame(each, line));
    return toLine(line, (line.cents ?? 0) - (other?.cents ?? 0));
  });
  const removed = former.lines
    .filter((line) => line.cents !== 0 && !price.lines.some((each) => isSame(each, line)))
    .map((line) => toLine(line, 0 - (line.cents ?? 0), true));
  const end = lines.findIndex(({ item }) => LAST_ITEMS.includes(item));
  lines.splice(end < 0 ? lines.length : end, 0, ...removed);
  return { basis, lines, change: price.total - former.total };
}
