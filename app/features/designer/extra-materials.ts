import { groupBy } from '#app/lib/group-by.ts';
import { getApproach, getRampRun } from '#drawing/design/approach.ts';
import {
  getBodyLength,
  getDesignGeometry,
  getWallLength,
  hasSideWalls,
} from '#drawing/design/design-geometry.ts';
import { createDesignParts } from '#drawing/design/design-panels.ts';
import { getVents } from '#drawing/design/gable-features.ts';
import { getFixtures } from '#drawing/design/interior.ts';
import { ROOF_SHAPES } from '#drawing/design/roof-shapes.ts';
import {
  type DesignOpening,
  type Extra,
  OPENINGS,
  type ShedDesign,
  WALLS,
} from '#drawing/design/shed-design.ts';
import { getSkylight } from '#drawing/design/skylight.ts';
import { listStyleFeatures } from '#drawing/design/style-features.ts';
import { getShutterWidth, getTrimmedWindows } from '#drawing/design/window-trim.ts';
import { formatLength } from '#drawing/geometry/lengths.ts';
import { formatArea, formatPieceSize } from '#drawing/geometry/material-sizes.ts';
import type { Panel } from '#drawing/geometry/panel.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import { EXTRA_LABELS, FEATURE_LABELS, WALL_LABELS } from './design-labels.ts';

/** A line of the bill of materials. */
export type MaterialRow = {
  group:
    | 'Lumber'
    | 'Sheets'
    | 'Siding'
    | 'Roof'
    | 'Doors and windows'
    | 'Built on'
    | 'Foundation'
    | 'Extras';
  item: string;
  quantity: number;
  unit: string;
  note: string;
};

/** The shop's defaults for wiring: feet of wall for an outlet, square feet for a light, feet of cable for each. */
const WIRING = { wallPerOutlet: 12, areaPerLight: 120, cablePerPoint: 8 };
const CUPOLA = { narrow: 9, small: 14.4, large: 18 };
const SHUTTER_OVERLAP = 5;
const VENT = { width: 14, height: 12 };
/** The heights of railing and newels, and the length of a brace. */
const PORCH = { railing: 36, newel: 37, brace: 21 };
const SQUARE_INCHES = 144;

type Row = Omit<MaterialRow, 'group'>;

/** Lists the materials of a design's extras, in pieces, feet and square feet. The loft is counted in lumber and sheets. */
export const listExtraMaterials = (design: ShedDesign): MaterialRow[] =>
  design.extras
    .flatMap((extra) => LISTS[extra](design))
    .map((row): MaterialRow => ({ group: 'Extras', ...row }));

const LISTS: Record<Extra, (design: ShedDesign) => Row[]> = {
  ramp: listRamp,
  loft: () => [],
  shelf: (design) => listFixture(design, 'shelf'),
  workbench: (design) => listFixture(design, 'workbench'),
  flowerBoxes: (design) =>
    listAtWindows(design, 'flowerBoxes', ({ width }) => ({
      item: `Flower box, ${formatPieceSize(width)} wide`,
      unit: 'box',
    })),
  shutters: (design) =>
    listAtWindows(design, 'shutters', ({ width, height }) => ({
      item: `Pair of shutters, ${formatPieceSize(Math.round(getShutterWidth(width)), height + SHUTTER_OVERLAP)} each`,
      unit: 'pair',
    })),
  cupola: ({ width }) => {
    const side = width < CUPOLA.narrow ? CUPOLA.small : CUPOLA.large;
    const note = formatPieceSize(side, side);
    return [{ item: EXTRA_LABELS.cupola, quantity: 1, unit: 'piece', note }];
  },
  vents: listVents,
  skylight: listSkylight,
  insulation: listInsulation,
  wiring: listWiring,
};

function listSkylight(design: ShedDesign): Row[] {
  const note = describeSkylight(design);
  return note ? [{ item: EXTRA_LABELS.skylight, quantity: 1, unit: 'piece', note }] : [];
}

/** The size of a design's skylight and of its rough opening, across and up the slope. */
export function describeSkylight(design: ShedDesign): string | undefined {
  const skylight = getSkylight(design);
  if (!skylight) return undefined;
  const { unit, from, to, low, high } = skylight;
  const rough = formatPieceSize(to - from, high - low);
  return `${formatPieceSize(unit.width, unit.height)}, rough opening ${rough}`;
}

function listVents(design: ShedDesign): Row[] {
  const gables = getVents(design).map((wall) => `${wall} gable`);
  const note = `${formatPieceSize(VENT.width, VENT.height)}, ${gables.join(' and ')}`;
  return [{ item: 'Gable vent', quantity: gables.length, unit: 'piece', note }];
}

function listRamp(design: ShedDesign): Row[] {
  const approach = getApproach(design);
  if (!approach) return [];
  const { floorLevel } = getDesignGeometry(design);
  const run = getRampRun(design);
  const length = formatPieceSize(Math.hypot(run, floorLevel));
  const note = `${formatPieceSize(approach.width)} wide, ${length} long, rises ${formatPieceSize(floorLevel)}`;
  return [{ item: EXTRA_LABELS.ramp, quantity: 1, unit: 'piece', note }];
}

function listFixture(design: ShedDesign, extra: 'shelf' | 'workbench'): Row[] {
  return getFixtures(design)
    .filter((fixture) => fixture.extra === extra)
    .map(({ wall, from, to, depth, height }) => ({
      item: EXTRA_LABELS[extra],
      quantity: toTenths((to - from) / 12),
      unit: 'ft',
      note: `${formatPieceSize(depth)} deep, ${formatPieceSize(height)} high, ${WALL_LABELS[wall].toLowerCase()} wall`,
    }));
}

function listAtWindows(
  design: ShedDesign,
  trim: 'flowerBoxes' | 'shutters',
  describe: (window: { width: number; height: number }) => Pick<Row, 'item' | 'unit'>,
): Row[] {
  const windows = groupBy(getTrimmedWindows(design, trim), ({ type }) => type);
  return [...windows].map(([type, { length }]) => ({
    ...describe(OPENINGS[type]),
    quantity: length,
    note: 'one at each window',
  }));
}

function listInsulation(design: ShedDesign): Row[] {
  const { span } = getDesignGeometry(design);
  const body = getBodyLength(design);
  const { slope } = ROOF_SHAPES[design.style];
  const sum = (areas: readonly number[]) => areas.reduce((total, area) => total + area, 0);
  const getArea = ({ type }: DesignOpening) => OPENINGS[type].width * OPENINGS[type].height;
  const upright = hasSideWalls(design)
    ? sum(WALLS.map((wall) => getWallLength(design, wall))) * design.wallHeight
    : 0;
  const steps = slope.slice(1).map((to, index): [Point, Point] => [slope[index] ?? to, to]);
  const gables = 4 * sum(steps.map(([a, b]) => ((b[0] - a[0]) * (a[1] + b[1])) / 2)) * span ** 2;
  const walls = upright + gables - sum(design.openings.map(getArea));
  const slopes = sum(steps.map(([a, b]) => Math.hypot(b[0] - a[0], b[1] - a[1]))) * span;
  const row = (part: string, area: number, note: string): Row => ({
    item: `Insulation, ${part}`,
    quantity: Math.ceil(area / SQUARE_INCHES - 1e-9),
    unit: 'sq ft',
    note,
  });
  return [
    row('walls', walls, 'with gables, without doors and windows'),
    row('roof', 2 * slopes * body, 'between the rafters, without overhangs'),
  ];
}

function listWiring(design: ShedDesign): Row[] {
  const [width, length] = [design.width, getBodyLength(design) / 12];
  const around = 2 * (width + length);
  const outlets = Math.max(2, Math.ceil(around / WIRING.wallPerOutlet));
  const lights = Math.ceil((width * length) / WIRING.areaPerLight);
  const cable = around + WIRING.cablePerPoint * (outlets + lights + 1);
  return [
    {
      item: 'Outlet',
      quantity: outlets,
      unit: 'piece',
      note: `one per ${formatLength(12 * WIRING.wallPerOutlet)} of wall, at least 2`,
    },
    {
      item: 'Light',
      quantity: lights,
      unit: 'piece',
      note: `one per ${formatArea(WIRING.areaPerLight)}`,
    },
    { item: 'Light switch', quantity: 1, unit: 'piece', note: '' },
    {
      item: 'Cable',
      quantity: Math.ceil(cable),
      unit: 'ft',
      note: `around the shed, and ${formatLength(12 * WIRING.cablePerPoint)} for each outlet, light and switch`,
    },
  ];
}

const toTenths = (value: number) => Math.ceil(10 * value - 1e-9) / 10;

/** Levels above the floor between which only handrails, over their balusters, and only newels end; inches. */
const HANDRAIL = { from: 34.5, to: 36.5 };
const NEWEL = { from: 36.5, to: 39 };

/** Awning, hay hood, railings of a porch and steps, as the image has them. */
export function listBuiltOn(design: ShedDesign): MaterialRow[] {
  const row = (item: string, quantity: number, unit: string, note = ''): MaterialRow => ({
    group: 'Built on',
    item,
    quantity,
    unit,
    note,
  });
  const parts = createDesignParts(design);
  const getTops = (part: string) =>
    parts.filter(({ name }) => name === part).flatMap(({ panels }) => panels.flatMap(toTop));
  const { floorLevel } = getDesignGeometry(design);
  const isWithin = (range: { from: number; to: number }) => (top: { level: number }) =>
    top.level - floorLevel > range.from && top.level - floorLevel < range.to;
  const porch = getTops('porch');
  const handrails = porch.filter(isWithin(HANDRAIL));
  const railing = handrails.reduce((sum, { length }) => sum + length, 0) / 12;
  const hasRailing = handrails.length > 0;
  const steps = groupBy(getTops('step'), ({ length, depth }) => formatPieceSize(length, depth));
  return [
    ...listStyleFeatures(design)
      .filter(({ kind }) => kind === 'roof')
      .map(({ name, width, height }) =>
        row(
          FEATURE_LABELS[name],
          1,
          'piece',
          `${formatPieceSize(width)} wide, ${formatPieceSize(height)} high, included`,
        ),
      ),
    row(
      'Porch railing',
      Math.ceil(10 * railing - 1e-6) / 10,
      'ft',
      `${formatPieceSize(PORCH.railing)} high, with balusters`,
    ),
    row(
      'Newel',
      porch.filter(isWithin(NEWEL)).length,
      'piece',
      `${formatPieceSize(PORCH.newel)} high, beside the entry`,
    ),
    row(
      'Porch brace',
      hasRailing ? 2 : 0,
      'piece',
      `${formatPieceSize(PORCH.brace)} long, at the corner posts`,
    ),
    ...[...steps].map(([size, { length }]) => row('Step', length, 'piece', size)),
  ];
}

/** The upper face of a level piece: its level above the ground, length and depth; inches. */
function toTop({ normal, corners }: Panel): { level: number; length: number; depth: number }[] {
  if (normal[1] < 0.9) return [];
  const getSize = (axis: 0 | 2) => {
    const values = corners.map((corner) => 12 * corner[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  const [depth = 0, length = 0] = [getSize(0), getSize(2)].sort((a, b) => a - b);
  return [{ level: 12 * Math.max(...corners.map(([, y]) => y)), length, depth }];
}
