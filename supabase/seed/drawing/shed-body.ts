import type { Mark, Panel } from './panel.ts';
import { skids } from './parts.ts';
import { BASE, type Parts } from './shed-parts.ts';
import { type RoofLook, type Volume, volume, type WallMarks } from './volume.ts';

/** The skids, walls and roof of a shed. */
export const finish = (
  p: Parts,
  v: Omit<Volume, 'wall' | 'base' | 'roof'>,
  extra: Partial<RoofLook> = {},
): Panel[] => [
  ...skids(-p.w / 2, -p.d / 2, p.w, p.d, BASE),
  ...volume({ ...v, wall: p.wall, base: BASE, roof: { ...p.roofLook, ...extra } }),
];

/** The shed's cladding with more painted on it. */
export const withMarks =
  (p: Parts, marks: (w: number, h: number) => readonly Mark[]): WallMarks =>
  (w, h) => [...p.cladWall(w, h), ...marks(w, h)];
