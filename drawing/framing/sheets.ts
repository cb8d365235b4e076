import type { Extent } from '#drawing/geometry/prism.ts';

/** A rectangle that sheets cover, in inches: along the sheets' rows, and across them. */
export type SheetRow = { length: number; width: number };

/** The size of a sheet, and the spacing of the members on which its edges meet; inches. */
type SheetLayout = { sheet: SheetRow; spacing: number };

export const PLYWOOD: SheetRow = { length: 96, width: 48 };
/** Siding stands upright: its rows run along the wall. */
export const SIDING_PANEL: SheetRow = { length: 48, width: 96 };

const MIN_PIECE = 24;
const TOLERANCE = 1e-6;

/**
 * Divides a surface into rows of whole sheets and one row of the rest.
 * @param surface in inches: along the rows, and across them
 */
function createRows({ length, width }: SheetRow, { sheet }: SheetLayout): SheetRow[] {
  const rows: SheetRow[] = [];
  for (let left = width; left > TOLERANCE; left -= sheet.width) {
    rows.push({ length, width: Math.min(left, sheet.width) });
  }
  return rows;
}

/**
 * A surface that sheets cover, with its name; its members may be laid out from the right, and with a spacing of
 * their own. With `joints`, ascending from the start of the layout, sheets meet there alone.
 */
export type Surface = SheetRow & {
  name: string;
  isFromRight?: boolean;
  spacing?: number;
  joints?: readonly number[];
};

/** A part of a sheet in its position on a surface; sheets are numbered from 1. Inches from a lower corner. */
type SheetPiece = { x: number; y: number; length: number; width: number; sheet: number };

export type CoveredSurface = Surface & { pieces: SheetPiece[] };

/** Which sheets cover which surfaces, and how many there are. */
export type SheetPlan = { sheets: number; surfaces: CoveredSurface[] };

/** Covers surfaces with sheets and uses offcuts again; joints are on members. The widest rows come first. */
export function planSheets(surfaces: readonly Surface[], layout: SheetLayout): SheetPlan {
  const { sheet } = layout;
  const covered = surfaces.map((surface): CoveredSurface => ({ ...surface, pieces: [] }));
  const rows = covered.flatMap((surface) =>
    createRows(surface, layout).flatMap(({ width }, index) =>
      splitAtJoints(surface, sheet.length).map(([start, end]) => ({
        start,
        length: end - start,
        width,
        y: index * sheet.width,
        surface,
      })),
    ),
  );
  let sheets = 0;
  let offcuts: (SheetRow & { sheet: number })[] = [];
  const isSplit = ({ surface }: (typeof rows)[number]) => surface.joints !== undefined;
  const sorted = [...rows].sort(
    (a, b) => b.width - a.width || (isSplit(a) && isSplit(b) ? b.length - a.length : 0),
  );
  for (const row of sorted) {
    const { start, length, width, y, surface } = row;
    const spacing = surface.spacing ?? layout.spacing;
    let left = length;
    const take = (offcut: SheetRow & { sheet: number }, taken: number) => {
      offcuts = offcuts.filter((each) => each !== offcut);
      offcuts.push(
        { ...offcut, length: offcut.length - taken },
        { ...offcut, length: taken, width: offcut.width - width },
      );
      surface.pieces.push({
        x: start + length - left,
        y,
        length: taken,
        width,
        sheet: offcut.sheet,
      });
      left -= taken;
    };
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
        take(whole, needed);
      } else if (part && left < sheet.length && !isSplit(row)) {
        take(part, trim(part.length, spacing));
      } else {
        sheets += 1;
        const next = { ...sheet, sheet: sheets };
        offcuts.push(next);
        take(next, needed);
      }
    }
  }
  return { sheets, surfaces: covered.map(mirrorFromRight) };
}

/** A whole row, or its parts from joint to joint, each as long as a sheet allows. */
function splitAtJoints({ length, joints }: Surface, maxLength: number): Extent[] {
  if (!joints) return [[0, length]];
  const ends: number[] = [];
  for (let from = 0; length - from > maxLength + TOLERANCE; from = ends.at(-1) ?? length) {
    ends.push(joints.findLast((each) => each <= from + maxLength + TOLERANCE) ?? length);
  }
  return [...ends, length].map((end, index) => [ends[index - 1] ?? 0, end]);
}

/** The parts of a surface that is laid out from the right, from its left corner. */
const mirrorFromRight = (surface: CoveredSurface): CoveredSurface =>
  surface.isFromRight
    ? {
        ...surface,
        pieces: surface.pieces.map((piece) => ({
          ...piece,
          x: surface.length - piece.x - piece.length,
        })),
      }
    : surface;

/** A gable above the plates; heights in inches at a distance from its corner. */
export type Gable = {
  name: string;
  span: number;
  heightAt: (x: number) => number;
  isFromRight: boolean;
};

/** Covers gables with upright panels in columns from the corner, and uses what remains of a panel again. */
export function planGablePanels(
  gables: readonly Gable[],
  { sheet }: SheetLayout,
  kerf: number,
): SheetPlan {
  const surfaces = gables.map(({ name, span, heightAt, isFromRight }): CoveredSurface => {
    const pieces = getColumns(span, heightAt, sheet);
    return { name, length: span, width: heightAt(span / 2), pieces, isFromRight };
  });
  const rests: number[] = [];
  for (const piece of surfaces.flatMap(({ pieces }) => pieces).sort((a, b) => b.width - a.width)) {
    const fitting = rests.findIndex((room) => room >= piece.width - TOLERANCE);
    const index = fitting < 0 ? rests.length : fitting;
    rests[index] = (rests[index] ?? sheet.width) - piece.width - kerf;
    piece.sheet = index + 1;
  }
  return { sheets: rests.length, surfaces: surfaces.map(mirrorFromRight) };
}

/** Joins two plans; the sheets of the second are numbered after those of the first. */
export const joinPlans = (first: SheetPlan, second: SheetPlan): SheetPlan => ({
  sheets: first.sheets + second.sheets,
  surfaces: [
    ...first.surfaces,
    ...second.surfaces.map((surface) => ({
      ...surface,
      pieces: surface.pieces.map((piece) => ({ ...piece, sheet: piece.sheet + first.sheets })),
    })),
  ],
});

/** Upright sheets side by side from the corner of a face, each as high as the face there; inches. */
export function getColumns(
  span: number,
  heightAt: (x: number) => number,
  { length, width }: SheetRow,
): SheetPiece[] {
  const pieces: SheetPiece[] = [];
  for (let from = 0; from < span; from += length) {
    const to = Math.min(from + length, span);
    const middle = span / 2;
    const highest = Math.max(
      heightAt(from),
      heightAt(to),
      middle > from && middle < to ? heightAt(middle) : 0,
    );
    for (let y = 0; highest - y > TOLERANCE; y += width) {
      const height = Math.min(highest - y, width);
      pieces.push({ x: from, y, length: to - from, width: height, sheet: 0 });
    }
  }
  return pieces;
}

function trim(length: number, spacing: number): number {
  return Math.floor((length + TOLERANCE) / spacing) * spacing;
}
