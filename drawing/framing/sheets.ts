/** A rectangle that sheets cover, in inches: along the sheets' rows, and across them. */
export type SheetRow = { length: number; width: number };

/** The size of a sheet, and the spacing of the members on which its edges meet; inches. */
export type SheetLayout = { sheet: SheetRow; spacing: number };

export const PLYWOOD: SheetLayout = { sheet: { length: 96, width: 48 }, spacing: 16 };
/** Siding stands upright: its rows run along the wall. */
export const SIDING_PANELS: SheetLayout = { sheet: { length: 48, width: 96 }, spacing: 16 };

const MIN_PIECE = 24;
const TOLERANCE = 1e-6;

/**
 * Divides a surface into rows of whole sheets and one row of the rest.
 * @param surface in inches: along the rows, and across them
 */
export function createRows({ length, width }: SheetRow, { sheet }: SheetLayout): SheetRow[] {
  const rows: SheetRow[] = [];
  for (let left = width; left > TOLERANCE; left -= sheet.width) {
    rows.push({ length, width: Math.min(left, sheet.width) });
  }
  return rows;
}

/** The number of sheets for rows, if offcuts are used again; joints are on members. */
export function countSheets(rows: readonly SheetRow[], { sheet, spacing }: SheetLayout): number {
  let sheets = 0;
  let offcuts: SheetRow[] = [];
  const take = (offcut: SheetRow, length: number, width: number) => {
    offcuts = offcuts.filter((each) => each !== offcut);
    offcuts.push(
      { length: offcut.length - length, width: offcut.width },
      { length, width: offcut.width - width },
    );
  };
  for (const { length, width } of rows.toSorted((a, b) => b.width - a.width)) {
    let left = length;
    while (left > TOLERANCE) {
      const needed = Math.min(left, sheet.length);
      const usable = offcuts
        .filter((offcut) => offcut.width >= width - TOLERANCE)
        .sort((a, b) => a.length - b.length);
      const whole = usable.find((offcut) => offcut.length >= needed - TOLERANCE);
      const part = usable.findLast((offcut) => {
        const trimmed = trim(offcut.length, spacing);
        return trimmed >= MIN_PIECE && left - trimmed >= MIN_PIECE;
      });
      if (whole) {
        take(whole, needed, width);
        left -= needed;
      } else if (part && left < sheet.length) {
        take(part, trim(part.length, spacing), width);
        left -= trim(part.length, spacing);
      } else {
        sheets += 1;
        offcuts.push(sheet);
        take(sheet, needed, width);
        left -= needed;
      }
    }
  }
  return sheets;
}

/** The number of upright panels for the wall above the plates of gables, from the corner in columns. */
export function countGablePanels(
  gables: readonly { span: number; heightAt: (x: number) => number }[],
  { sheet }: SheetLayout,
  kerf: number,
): number {
  const heights = gables.flatMap(({ span, heightAt }) => getColumnHeights(span, heightAt, sheet));
  const left: number[] = [];
  for (const height of heights.sort((a, b) => b - a)) {
    const index = left.findIndex((room) => room >= height - TOLERANCE);
    if (index < 0) left.push(sheet.width - height - kerf);
    else left[index] = (left[index] ?? 0) - height - kerf;
  }
  return left.length;
}

function getColumnHeights(
  span: number,
  heightAt: (x: number) => number,
  { length, width }: SheetRow,
): number[] {
  const heights: number[] = [];
  for (let from = 0; from < span; from += length) {
    const to = Math.min(from + length, span);
    const middle = span / 2;
    const highest = Math.max(
      heightAt(from),
      heightAt(to),
      middle > from && middle < to ? heightAt(middle) : 0,
    );
    for (let rest = highest; rest > TOLERANCE; rest -= width) heights.push(Math.min(rest, width));
  }
  return heights;
}

function trim(length: number, spacing: number): number {
  return Math.floor((length + TOLERANCE) / spacing) * spacing;
}
