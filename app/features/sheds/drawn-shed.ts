import { LRUCache } from 'lru-cache';
import { findOriginalDesign } from '#app/features/designer/listing-design.ts';
import type { Row } from '#app/lib/database.types.ts';
import { getEntrance, hasSideWalls } from '#drawing/design/design-geometry.ts';
import { getRoofLevels } from '#drawing/design/feature-panels.ts';
import { getTieLevel } from '#drawing/design/roof-levels.ts';
import { ROOF_SHAPES } from '#drawing/design/roof-shapes.ts';
import { OPENINGS, type ShedDesign } from '#drawing/design/shed-design.ts';
import { estimateWeight } from '#drawing/framing/estimate-weight.ts';
import { frameShed } from '#drawing/framing/frame-shed.ts';
import { formatLength } from '#drawing/geometry/lengths.ts';
import { withDrawing } from '../designer/listing-design.ts';
import { type Dimension, type DrawnShed, parseSpecifications } from './shed-listings.ts';

/**
 * What public pages show of a listing.
 * @param cardVersion of the colours of drawings
 */
export function toDrawnShed(
  { specifications, ...shed }: Row<'shed_listings'>,
  cardVersion?: string,
): DrawnShed {
  const design = findOriginalDesign(shed);
  return {
    ...withDrawing(shed, cardVersion),
    specifications: parseSpecifications(specifications),
    dimensions: design ? listDimensions(design) : [],
  };
}

/**
 * Lists what a buyer measures of a shed: its footprint, widest door, height inside, and outer width, height and
 * weight, which its delivery needs.
 * @param design valid, as `constrainDesign` returns it
 */
export function listDimensions(design: ShedDesign): Dimension[] {
  const { width, length, porchDepth, style, wallHeight } = design;
  const shape = ROOF_SHAPES[style];
  const inside = (hasSideWalls(design) ? wallHeight : 0) + getTieLevel({ shape });
  const door = findWidestDoor(design);
  const porch = porchDepth > 0 ? `, with a porch of ${formatLength(12 * porchDepth)}` : '';
  return [
    ['Footprint', `${formatLength(12 * width)} by ${formatLength(12 * length)}${porch}`],
    ...(door
      ? [
          [
            'Door opening',
            `${formatLength(door.width)} wide, ${formatLength(door.height)} high`,
          ] as const,
        ]
      : []),
    ['Height inside', `${formatLength(inside)}, below the ties of the roof`],
    ['Width outside', `${formatLength(12 * width + 2 * shape.eave)} at the eaves`],
    ['Height outside', formatLength(getRoofLevels(design).top)],
    ['Weight', `${formatWeight(getWeight(design))}, estimated`],
  ];
}

function findWidestDoor(design: ShedDesign): { width: number; height: number } | undefined {
  const entrance = getEntrance(design);
  const doors = design.openings
    .filter(({ type, wall }) => OPENINGS[type].kind === 'door' && wall === entrance)
    .map(({ type }) => OPENINGS[type]);
  return doors.sort((one, other) => other.width - one.width)[0];
}

/** Framing takes some 3 ms, and the pages of listings show the same designs again and again. */
const weights = new LRUCache<string, number>({ max: 500 });

function getWeight(design: ShedDesign): number {
  const key = JSON.stringify(design);
  const weight = weights.get(key) ?? estimateWeight(design, frameShed(design));
  weights.set(key, weight);
  return weight;
}

const counts = new Intl.NumberFormat('en-CA');
const kilogramsPerPound = 0.45359237;

/** Pounds to the hundreds around a tenth less and more: 2550 is `about 2,200 to 2,900 lb (1,000 to 1,300 kg)`. */
export function formatWeight(pounds: number): string {
  const range = [100 * Math.floor((0.9 * pounds) / 100), 100 * Math.ceil((1.1 * pounds) / 100)];
  const kilograms = range.map((bound) => 50 * Math.round((bound * kilogramsPerPound) / 50));
  const format = (bounds: number[]) => bounds.map((bound) => counts.format(bound)).join(' to ');
  return `about ${format(range)} lb (${format(kilograms)} kg)`;
}
