import { type CsvColumn, toCsv } from '#app/lib/csv.ts';
import { groupBy } from '#app/lib/group-by.ts';
import { FRAMING_DEFAULTS, type FramingDefaults, type Section } from '#drawing/design/lumber.ts';
import { type ColorCard, OPENINGS, type ShedDesign } from '#drawing/design/shed-design.ts';
import { listIncludedOpenings } from '#drawing/design/style-features.ts';
import { getUsedLength, planCuts } from '#drawing/framing/cutting-plan.ts';
import { frameShed, getMembers, type ShedFrame } from '#drawing/framing/frame-shed.ts';
import { BEVEL_NOTE, type Member } from '#drawing/framing/member.ts';
import {
  formatFootprint,
  formatLength,
  formatMetres,
  formatSixteenths,
} from '#drawing/geometry/lengths.ts';
import {
  formatArea,
  formatMillimetres,
  formatPieceSize,
  formatSquareMetres,
} from '#drawing/geometry/material-sizes.ts';
import { describeColors } from './describe-colors.ts';
import { FEATURE_LABELS, FRAMING_NOTICE, getOpeningLabel } from './design-labels.ts';
import { listBuiltOn, listExtraMaterials, type MaterialRow } from './extra-materials.ts';

/** A board to buy, how often, and the pieces that are cut from it, the longest first. */
export type CutRow = {
  lumber: string;
  /** Feet. */
  stockLength: number;
  boards: number;
  pieces: readonly CutPiece[];
  /** The rest of the board after the last cut, in inches. */
  rest: number;
};

/** Pieces of one length from one board; the written length is rounded to a sixteenth of an inch. */
type CutPiece = { count: number; inches: number; length: string; members: string };

type MaterialList = {
  materials: MaterialRow[];
  cuts: CutRow[];
  spacing: ShedFrame['spacing'];
};

/** Of vinyl, in square feet. */
const SQUARE = 100;
const SHEET = formatFootprint({ width: 4, length: 8 });
const DRIP_EDGE = formatLength(120);
const TREATED_SECTIONS: readonly Section[] = ['4x4', '4x6', '5/4x6'];

/**
 * Lists what to buy for a shed and how to cut its lumber. Fasteners, trim and siding accessories are not counted.
 * Lengths are in both units, feet and inches first, as the material is sold.
 * @param design valid, as `constrainDesign` returns it
 * @param card with the suppliers' names of its colours
 */
export function createMaterialList(
  design: ShedDesign,
  defaults: FramingDefaults = FRAMING_DEFAULTS,
  card?: ColorCard,
): MaterialList {
  const frame = frameShed(design, defaults);
  const cuts = createCutList(design, getMembers(frame), defaults);
  const { wall, trim, roof } = describeColors(design, card);
  return {
    cuts,
    spacing: frame.spacing,
    materials: [
      ...listLumber(cuts),
      ...listSheets(frame),
      ...listSiding(design, frame, defaults, `walls ${wall}, trim ${trim}`),
      ...listRoofing(design, frame, defaults, `roof ${roof}`),
      ...listOpenings(design),
      ...listBuiltOn(design),
      ...listFoundation(frame),
      ...listExtraMaterials(design),
    ]
      .filter(({ quantity }) => quantity > 0)
      .map(addMetricQuantity),
  };
}

/** Adds to the note of what is bought by the foot or square foot how many metres that is. */
function addMetricQuantity(row: MaterialRow): MaterialRow {
  const { unit, quantity, note } = row;
  if (unit !== 'ft' && unit !== 'sq ft') return row;
  const metric = unit === 'ft' ? formatMetres(12 * quantity) : formatSquareMetres(quantity);
  return { ...row, note: note ? `${note}; ${metric}` : metric };
}

/**
 * The bill of materials as CSV for a spreadsheet, with the notice in its last lines.
 * @param engineer why the design needs an engineer
 */
export const materialsToCsv = (
  { materials, spacing }: MaterialList,
  engineer: readonly string[] = [],
): string =>
  toCsv<MaterialRow | NoticeRow>(MATERIAL_COLUMNS, [
    ...materials,
    ...[`${describeSpacing(spacing)}.`, FRAMING_NOTICE, ...engineer].map(toNoticeRow),
  ]);

/** The cut list as CSV for a spreadsheet: one line for each length from a board, then the notice. */
export const cutsToCsv = (
  { cuts, spacing }: MaterialList,
  engineer: readonly string[] = [],
): string =>
  toCsv<CutLine | NoticeRow>(CUT_COLUMNS, [
    ...cuts.flatMap(({ pieces, ...board }) => pieces.map((piece) => ({ ...board, ...piece }))),
    ...[`${describeSpacing(spacing)}.`, BEVEL_NOTE, FRAMING_NOTICE, ...engineer].map(toNoticeRow),
  ]);

/** The spacing of a frame as documents state it. */
export const describeSpacing = ({
  studs,
  joists,
  rafters,
}: Record<'studs' | 'joists' | 'rafters', number>): string =>
  new Set([studs, joists, rafters]).size === 1
    ? `Studs, joists and rafters ${formatPieceSize(studs)} on centre`
    : `Studs ${formatPieceSize(studs)}, joists ${formatPieceSize(joists)}, rafters ${formatPieceSize(rafters)} on centre`;

type CutLine = Omit<CutRow, 'pieces'> & CutPiece;
type NoticeRow = { notice: string };

const toNoticeRow = (notice: string): NoticeRow => ({ notice });

const isNotice = (row: object): row is NoticeRow => 'notice' in row;

function createColumns<Row extends object>(
  columns: readonly [header: string, cell: (row: Row) => string][],
): CsvColumn<Row | NoticeRow>[] {
  return columns.map(([header, cell], index) => ({
    header,
    cell: (row) => {
      if (!isNotice(row)) return cell(row);
      return index === 0 ? row.notice : '';
    },
  }));
}

const MATERIAL_COLUMNS = createColumns<MaterialRow>([
  ['Group', (row) => row.group],
  ['Item', (row) => row.item],
  ['Quantity', (row) => `${row.quantity}`],
  ['Unit', (row) => row.unit],
  ['Note', (row) => row.note],
]);

const CUT_COLUMNS = createColumns<CutLine>([
  ['Lumber', (row) => row.lumber],
  ['Board (ft)', (row) => `${row.stockLength}`],
  ['Board (mm)', (row) => formatMillimetres(12 * row.stockLength)],
  ['Boards', (row) => `${row.boards}`],
  ['Pieces per board', (row) => `${row.count}`],
  ['Length (in)', (row) => row.length],
  ['Length (mm)', (row) => formatMillimetres(row.inches)],
  ['For', (row) => row.members],
  ['Left over (in)', (row) => formatSixteenths(row.rest)],
  ['Left over (mm)', (row) => formatMillimetres(row.rest)],
]);

/** The boards of each kind of lumber, equal boards together. */
function createCutList(
  design: ShedDesign,
  members: readonly Member[],
  defaults: FramingDefaults,
): CutRow[] {
  const kinds = groupBy(members, (member) => getLumber(design, member));
  return [...kinds].flatMap(([lumber, pieces]) => {
    const names = groupBy(pieces, ({ length }) => formatSixteenths(length));
    const rows = new Map<string, CutRow>();
    for (const { stockLength, cuts } of planCuts(pieces, defaults)) {
      const sorted = cuts.map(({ length }) => length).sort((a, b) => b - a);
      const key = [stockLength, ...sorted.map(formatSixteenths)].join();
      const row = rows.get(key);
      if (row) {
        row.boards += 1;
        continue;
      }
      const counts = groupBy(sorted, formatSixteenths);
      const rest = 12 * stockLength - getUsedLength(cuts, defaults.kerf);
      rows.set(key, {
        lumber,
        stockLength,
        boards: 1,
        rest: Math.max(0, rest),
        pieces: [...counts].map(([length, equal]) => ({
          count: equal.length,
          inches: equal[0] ?? 0,
          length,
          members: listNames(names.get(length) ?? []),
        })),
      });
    }
    return [...rows.values()].sort((a, b) => b.stockLength - a.stockLength || b.boards - a.boards);
  });
}

const listNames = (members: readonly Member[]) =>
  [...new Set(members.map(({ name }) => name))].join(', ');

/** Posts, skids and deck boards are treated, and so are the plates on a slab. */
function getLumber({ foundation }: ShedDesign, { name, section }: Member): string {
  const isOnSlab = foundation === 'slab' && name === 'bottom plate';
  return TREATED_SECTIONS.includes(section) || isOnSlab ? `${section} treated` : section;
}

function listLumber(cuts: readonly CutRow[]): MaterialRow[] {
  const boards = groupBy(
    cuts,
    ({ lumber, stockLength }) => `${lumber}, ${formatLength(12 * stockLength)}`,
  );
  return [...boards].map(([item, rows]) => ({
    group: 'Lumber',
    item,
    quantity: rows.reduce((sum, row) => sum + row.boards, 0),
    unit: 'board',
    note: [...new Set(rows.flatMap(({ pieces }) => pieces.map(({ members }) => members)))].join(
      ', ',
    ),
  }));
}

function listSheets({ sheets, gussets }: ShedFrame): MaterialRow[] {
  const row = (item: string, quantity: number, note = ''): MaterialRow => ({
    group: 'Sheets',
    item,
    quantity,
    unit: 'sheet',
    note,
  });
  return [
    row(`Subfloor, 5/8 tongue and groove, ${SHEET}`, sheets.subfloor),
    row(`Loft floor, 5/8 tongue and groove, ${SHEET}`, sheets.loft),
    row(
      `Roof sheathing, 7/16, ${SHEET}`,
      sheets.deckWithWaste,
      `${sheets.deck} by layout, the rest is waste`,
    ),
    row(`Porch ceiling and gable behind it, plywood 3/8, ${SHEET}`, sheets.porch),
    { ...row('Plywood gussets for trusses', gussets, 'both sides of each joint'), unit: 'piece' },
  ];
}

function listSiding(
  { material }: ShedDesign,
  { sheets, metalSiding, sidingArea }: ShedFrame,
  { metalCoverWidth, sidingOnSheathing, wallWaste }: FramingDefaults,
  colors: string,
): MaterialRow[] {
  const row = (item: string, quantity: number, unit: string, note: string): MaterialRow => ({
    group: 'Siding',
    item,
    quantity,
    unit,
    note,
  });
  const sheathing = row(
    `Wall sheathing, 7/16, ${SHEET}`,
    sidingOnSheathing.includes(material) ? sheets.sidingWithWaste : 0,
    'sheet',
    `${sheets.siding} by layout, the rest is waste`,
  );
  switch (material) {
    case 'Metal':
      return [
        sheathing,
        ...metalSiding.map(({ length, count }) =>
          row(
            `Metal siding panel, ${formatPieceSize(metalCoverWidth)} wide, ${formatPieceSize(length)} long`,
            count,
            'panel',
            colors,
          ),
        ),
      ];
    case 'Vinyl': {
      const squares = Math.ceil((sidingArea * (1 + wallWaste)) / SQUARE);
      const area = `${formatArea(Math.ceil(sidingArea))} without doors and windows`;
      const note = `${area} and ${Math.round(100 * wallWaste)}% waste; ${colors}`;
      return [sheathing, row('Vinyl siding', squares, 'square', note)];
    }
    case 'Wood':
    case 'Duratemp':
      return [sheathing, row(`${material} siding panel, ${SHEET}`, sheets.siding, 'sheet', colors)];
  }
}

function listRoofing(
  { roofing: cover }: ShedDesign,
  frame: ShedFrame,
  { metalCoverWidth }: FramingDefaults,
  color: string,
): MaterialRow[] {
  const { roofing, roofSurfaces } = frame;
  const row = (item: string, quantity: number, unit: string, note = ''): MaterialRow => ({
    group: 'Roof',
    item,
    quantity,
    unit,
    note,
  });
  const dripEdge = row(`Drip edge, ${DRIP_EDGE}`, roofing.dripEdge.pieces, 'length');
  const cap = Math.ceil(roofing.cap / 12);
  if (cover === 'shingles') {
    return [
      row(
        'Shingles',
        roofing.bundles,
        'bundle',
        `${formatArea(Math.ceil(frame.roofArea))} and waste; ${color}`,
      ),
      row('Starter', Math.ceil(roofing.starter / 12), 'ft'),
      row('Ridge cap', cap, 'ft'),
      dripEdge,
    ];
  }
  const panels = groupBy(roofSurfaces, ({ width }) => formatSixteenths(width));
  return [
    ...[...panels.values()].map((surfaces) =>
      row(
        `Metal roof panel, ${formatPieceSize(metalCoverWidth)} wide, ${formatPieceSize(surfaces[0]?.width ?? 0)} long`,
        surfaces.reduce((sum, each) => sum + Math.ceil(each.length / metalCoverWidth), 0),
        'panel',
        color,
      ),
    ),
    row('Ridge cap', cap, 'ft'),
    dripEdge,
  ];
}

function listOpenings(design: ShedDesign): MaterialRow[] {
  const row = (item: string, count: number, unit: string, note: string): MaterialRow => ({
    group: 'Doors and windows',
    item,
    quantity: count,
    unit,
    note,
  });
  const included = groupBy(listIncludedOpenings(design), ({ name }) => name);
  return [
    ...[...groupBy(design.openings, ({ type }) => type)].map(([type, { length }]) => {
      const { kind, width, height } = OPENINGS[type];
      return row(getOpeningLabel(type), length, kind, formatPieceSize(width, height));
    }),
    ...[...included.values()].flatMap(([first, ...others]) => {
      if (!first) return [];
      const { name, kind, width, height } = first;
      const note = `${formatPieceSize(width, height)}, included`;
      return row(FEATURE_LABELS[name], 1 + others.length, kind, note);
    }),
  ];
}

function listFoundation({ foundation }: ShedFrame): MaterialRow[] {
  const row = (item: string, quantity: number, unit: string): MaterialRow => ({
    group: 'Foundation',
    item,
    quantity,
    unit,
    note: '',
  });
  const toTenths = (volume: number) => Math.ceil(10 * volume) / 10;
  return [
    row('Gravel', toTenths(foundation.gravel), 'cubic yard'),
    row('Concrete', toTenths(foundation.concrete), 'cubic yard'),
    row('Footings for posts', foundation.footings, 'footing'),
  ];
}
