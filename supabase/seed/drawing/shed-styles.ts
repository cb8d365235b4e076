import { dutchBarn, gable, gambrel } from './barns.ts';
import { aFrame, farmhouse } from './cottages.ts';
import { dormer } from './dormer.ts';
import type { Panel } from './panel.ts';
import { porch } from './porch.ts';
import { BASE, type Parts, prepare, type ShedLook, type Style } from './shed-parts.ts';

const BUILDERS: Record<Style, { faces: 'gable' | 'eave'; build: (p: Parts) => Panel[] }> = {
  'A-Frame': { faces: 'gable', build: aFrame },
  'Dutch Barn': { faces: 'gable', build: dutchBarn },
  Dormer: { faces: 'eave', build: (p) => dormer(p, BASE) },
  Porch: { faces: 'gable', build: (p) => porch(p, BASE) },
  'Modern Farmhouse': { faces: 'gable', build: farmhouse },
  Gable: { faces: 'eave', build: gable },
  Gambrel: { faces: 'eave', build: gambrel },
};

/** The panels of a shed that stands around the origin with its doors towards the viewer. */
export function shed(look: ShedLook): Panel[] {
  const { faces, build } = BUILDERS[look.style];
  return build(prepare(look, faces === 'gable'));
}

/** The footprint on the ground, width by depth in feet. */
export function footprint(look: ShedLook): { w: number; d: number } {
  const { w, d } = prepare(look, BUILDERS[look.style].faces === 'gable');
  return { w, d };
}

const HEIGHT: Record<Style, (w: number, d: number) => number> = {
  'A-Frame': (w) => 1.4 + w * 1.12,
  'Dutch Barn': (w) => 6 + w * 0.56,
  Dormer: (_, d) => 7.5 + d * 0.42,
  Porch: (w) => 8 + w * 0.4,
  'Modern Farmhouse': (w) => 9 + w * 0.46,
  Gable: (_, d) => 7.6 + d * 0.24,
  Gambrel: (_, d) => 9.5 + d * 0.52,
};

/** The ridge's height over the ground in feet. */
export function height(look: ShedLook): number {
  const { w, d } = footprint(look);
  return HEIGHT[look.style](w, d);
}
