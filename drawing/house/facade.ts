import {
  createGarageDoor,
  createLamp,
  createSingleDoor,
  createVent,
  createWindow,
} from '../building/openings.ts';
import type { Mark } from '../building/panel.ts';
import { blend, type Rgb, rgb } from '../color.ts';
import { type House, STOREY } from './house-plan.ts';

type Row = { from: number; to: number; sill: number; high?: number; shutters?: Rgb };

/** Windows at even distances between two points of a wall. */
function createWindowRow(trim: Rgb, { from, to, sill, high = 4.2, shutters }: Row): Mark[] {
  const span = to - from;
  const count = Math.max(1, Math.round(span / 8));
  const width = Math.min(3, span / count - 2);
  if (width < 1.2) return [];
  return Array.from(
    { length: count },
    (_, i) => from + ((i + 0.5) * span) / count - width / 2,
  ).flatMap((u) =>
    createWindow(u, sill, width, high, {
      trim,
      rows: 2,
      columns: 2,
      ...(shutters === undefined || span / count < 6 ? {} : { shutters }),
    }),
  );
}

function createGarageFront(h: House, w: number, top: number, trim: Rgb): Mark[] {
  const door = h.door ?? trim;
  const count = h.doors ?? 1;
  const dw = count === 2 ? 8.8 : Math.min(9.4, w - 4);
  const sideDoor = count === 1 && w > 17;
  const gap = (w - count * dw) / (count + 1);
  const marks: Mark[] = [];
  for (let i = 0; i < count; i++) {
    const u = sideDoor ? 2.2 : gap + i * (dw + gap);
    marks.push(...createGarageDoor(u, 0.02, dw, 7.2, door, trim));
    if (count === 2) marks.push(...createLamp(i === 0 ? gap / 2 : w - gap / 2, 6.4));
  }
  if (count === 2) marks.push(...createLamp(w / 2, 6.4));
  if (count === 1) marks.push(...createLamp(w / 2, 8.2));
  if (sideDoor) {
    const color = blend(door, rgb('#6a3e2a'), 0.5);
    marks.push(
      ...createSingleDoor(w - 4.8, 0.02, 3, 6.8, { color, trim, brace: 'none', lites: true }),
    );
  }
  if (h.faces === 'gable') marks.push(...createWindow(w / 2 - 1.5, top - 5, 3, 2.4, { trim }));
  return marks;
}

/** The doors and windows of a front wall of w by top feet. */
export function createFacade(h: House, w: number, top: number, trim: Rgb): Mark[] {
  const color = h.door ?? rgb('#a03a2c');
  const shutters = h.shutters === undefined ? {} : { shutters: h.shutters };
  const upper =
    h.storeys === 2
      ? createWindowRow(trim, { from: 1, to: w - 1, sill: STOREY + 2.2, ...shutters })
      : [];
  const door = createSingleDoor(w / 2 - 1.7, 0.05, 3.4, 7.2, {
    color,
    trim,
    brace: 'none',
    lites: true,
  });
  switch (h.front ?? 'door') {
    case 'garage':
      return createGarageFront(h, w, top, trim);
    case 'entry':
      return [
        ...door,
        ...createLamp(w / 2, 8),
        ...createVent(w / 2 - 0.6, top - 2.6, 1.2, 1, trim),
      ];
    case 'windows':
      return [
        ...createWindowRow(trim, { from: 0.8, to: w - 0.8, sill: 2.8, ...shutters }),
        ...upper,
      ];
    case 'wide':
      return [
        ...createWindow(2, 1.6, w - 10, 6, { trim, columns: Math.round((w - 10) / 2.4), rows: 1 }),
        ...createSingleDoor(w - 5.6, 0.05, 3.6, 7.6, { color, trim, brace: 'none', lites: true }),
        ...createWindow(w / 2 - 2, top - 3.9, 4, 1.4, { trim, columns: 3, rows: 1 }),
        ...upper,
      ];
    default:
      return [
        ...createWindow(w / 2 - 3, 0.6, 0.8, 6.4, { trim, columns: 1, rows: 4 }),
        ...createWindow(w / 2 + 2.2, 0.6, 0.8, 6.4, { trim, columns: 1, rows: 4 }),
        ...door,
        ...createWindowRow(trim, { from: 0.8, to: w / 2 - 3.6, sill: 2.8, ...shutters }),
        ...createWindowRow(trim, { from: w / 2 + 3.6, to: w - 0.8, sill: 2.8, ...shutters }),
        ...upper,
      ];
  }
}

/** The windows of a side wall of w by top feet, and a vent in its gable. */
export function createFlankWindows(
  h: House,
  w: number,
  top: number,
  trim: Rgb,
  gable: boolean,
): Mark[] {
  return [
    ...createWindowRow(trim, { from: 1.5, to: w - 1.5, sill: 2.8 }),
    ...(h.storeys === 2
      ? createWindowRow(trim, { from: 2.5, to: w - 2.5, sill: STOREY + 2.2 })
      : []),
    ...(gable ? createVent(w / 2 - 0.8, top - 3, 1.6, 1.3, trim) : []),
  ];
}
