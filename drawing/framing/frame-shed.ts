import {
  getBodyLength,
  getPorchPosts,
  getStudSection,
  getWallLength,
  hasSideWalls,
  toFramedOpening,
} from '../design/geometry.ts';
import type { ShedDesign } from '../design/shed-design.ts';
import { getEavePitch, ROOF_SHAPES } from '../shed/roof-shapes.ts';
import { FRAMING_DEFAULTS, type FramingDefaults, SECTIONS } from './defaults.ts';
import { frameDormer } from './dormer-frame.ts';
import { type Dormer, getDormer, getDormerRoof, isInDormer } from './dormer-geometry.ts';
import {
  countFoundation,
  type FoundationQuantities,
  frameFloor,
  getFloorLevel,
} from './floor-frame.ts';
import { frameGables } from './gable-frame.ts';
import { type IncludedOpening, listIncludedRoughOpenings } from './included-openings.ts';
import type { Member, WallMember, WallName } from './member.ts';
import { framePorch, framePorchCeiling, getPorchCeiling } from './porch-frame.ts';
import type { Extent } from './prism.ts';
import {
  createTie,
  frameRidge,
  getFlarePiece,
  getLoftLength,
  getRafterPieces,
  getRafterPositions,
  getRoofHeight,
  getSlopeLengths,
  getTieCenters,
  getTieInset,
  getUnderside,
  placeRafter,
  type RafterPiece,
  type Roof,
  type Side,
} from './roof-frame.ts';
import { countRoofing, type Roofing } from './roofing.ts';
import {
  joinPlans,
  PLYWOOD,
  planGablePanels,
  planSheets,
  type SheetPlan,
  type SheetRow,
  SIDING_PANEL,
  type Surface,
} from './sheets.ts';
import {
  getSidingArea,
  listMetalSheets,
  type MetalSheets,
  planSiding,
  type SidingFaces,
} from './siding.ts';
import { frameSkylight, getDoubledStarts, getSkylight, type Skylight } from './skylight-frame.ts';
import { frameWall } from './wall-frame.ts';

/** Every piece of lumber, sheet and shingle of a shed. Lengths in inches. */
export type ShedFrame = {
  /** From centre to centre. */
  spacing: { studs: number; joists: number; rafters: number };
  floor: Member[];
  walls: Record<WallName, WallMember[]>;
  /** Rafters, ridge, ties, gable studs, the dormer and the opening of the skylight. */
  roof: Member[];
  loft: Member[];
  porch: Member[];
  sheets: {
    subfloor: number;
    loft: number;
    deck: number;
    deckWithWaste: number;
    /** Panels on the studs: of siding, or of sheathing under it. */
    siding: number;
    sidingWithWaste: number;
    /** Of the porch's ceiling and the gable behind it. */
    porch: number;
  };
  /** If the siding is metal: its sheets, the longest first. */
  metalSiding: MetalSheets[];
  /** Of walls, gables and dormer without doors and windows; square feet. */
  sidingArea: number;
  /** Where the sheets of `sheets` go: the deck by layout, without waste. */
  sheetPlans: Record<'subfloor' | 'loft' | 'deck' | 'siding' | 'porch', SheetPlan>;
  /** Plates of plywood on both sides of the joints of trusses. */
  gussets: number;
  roofing: Roofing;
  /** The parts of the roof: along the eave, and up the slope. */
  roofSurfaces: readonly Surface[];
  foundation: FoundationQuantities;
  /** Square feet. */
  roofArea: number;
  /** From the ground to the top of the roof deck. */
  height: number;
  /** Square feet. */
  footprint: number;
};

const SHEET_AREA = 32;
const THICKNESS = 1.5;
/** How far the siding covers the rim below the floor, in inches. */
const MAX_SIDING_BELOW_FLOOR = 6;
/** From the outside of an A-frame to its deck boards, inside the feet of its rafters. */
const A_FRAME_DECK_INSET = 4.5;
/** From the ridge down, after that of a roof with one slope on each side. */
const SLOPE_NAMES = ['slope', 'upper slope', 'lower slope', 'flared eave'];

/** Every member of a frame, from the ground up. */
export const getMembers = ({ floor, walls, roof, loft, porch }: ShedFrame): Member[] => [
  ...floor,
  ...Object.values(walls).flat(),
  ...loft,
  ...porch,
  ...roof,
];

/**
 * Frames a shed and counts its sheets and roofing by the shop's defaults. Nothing of it is engineered.
 * @param design valid, as `constrainDesign` returns it
 */
export function frameShed(
  design: ShedDesign,
  shopDefaults: FramingDefaults = FRAMING_DEFAULTS,
): ShedFrame {
  const defaults = getDefaultsFor(design, shopDefaults);
  const { style, foundation, extras } = design;
  const span = 12 * design.width;
  const length = 12 * design.length;
  const bodyLength = getBodyLength(design);
  const floorLevel = getFloorLevel({ width: span, foundation }, defaults);
  const wallHeight = hasSideWalls(design) ? design.wallHeight : 0;
  const plate = floorLevel + wallHeight;
  const roof: Roof = { shape: ROOF_SHAPES[style], span, length, bodyLength, plate };
  const dormer = getDormer(design, defaults);
  const skylight = getSkylight(design);
  const loftLength = extras.includes('loft') ? getLoftLength(bodyLength, defaults) : 0;
  const porch = {
    width: span,
    from: bodyLength,
    to: length,
    floor: floorLevel,
    plate: hasSideWalls(design) ? plate : undefined,
    posts: getPorchPosts(design),
    hasDeck: foundation !== 'slab',
    inset: hasSideWalls(design) ? 0 : A_FRAME_DECK_INSET,
  };
  const doubled = listDoubledStarts(dormer, skylight);
  const surfaces = getRoofSurfaces(roof, dormer, doubled, defaults);
  const roofArea = surfaces.reduce((sum, each) => sum + each.length * each.width, 0) / 144;
  const isCut = roof.shape.slope.length > 2 || dormer !== undefined;
  const waste = isCut ? defaults.cutRoofWaste : defaults.roofWaste;
  const pairs = getRafterPositions(roof, defaults).length;
  const joints = roof.shape.slope.length * 2 - 3;
  const included = listIncludedRoughOpenings(design, defaults).filter(({ isFramed }) => isFramed);
  const getIncluded = (end: 'front' | 'back') => included.find(({ surface }) => surface === end);
  const isInFace = ({ surface }: IncludedOpening) => surface === 'dormer';
  const hasSubfloor = foundation !== 'slab';
  const framed = frameWalls(design, roof, floorLevel, defaults);
  const faces = getSidingFaces(design, roof, dormer, framed, {
    belowFloor: getSidingBelowFloor(floorLevel, defaults),
    dormerSpacing: defaults.rafterSpacing,
  });
  const sidingArea = getSidingArea(faces, design.openings);
  const sheetPlans = {
    subfloor: planSheets(
      hasSubfloor ? [{ name: 'Subfloor', length: bodyLength, width: span }] : [],
      { sheet: PLYWOOD, spacing: defaults.joistSpacing },
    ),
    loft: planSheets(getLoftSurfaces(roof, loftLength), {
      sheet: PLYWOOD,
      spacing: defaults.loftSpacing,
    }),
    deck: planSheets(surfaces, { sheet: PLYWOOD, spacing: defaults.rafterSpacing }),
    siding: planSiding(faces, defaults),
    porch: planPorchSheets(roof, defaults),
  };
  return {
    spacing: {
      studs: defaults.studSpacing,
      joists: defaults.joistSpacing,
      rafters: defaults.rafterSpacing,
    },
    floor: [
      ...frameFloor({ width: span, length, foundation }, defaults),
      ...framePorchSupport(design, floorLevel, defaults),
    ],
    walls: {
      front: framed.front.members,
      back: framed.back.members,
      left: framed.left.members,
      right: framed.right.members,
    },
    roof: [
      ...frameRafters(roof, dormer, skylight, defaults),
      ...frameRidge(roof, defaults),
      ...frameTies(roof, loftLength, doubled, defaults),
      ...frameGables(roof, { front: getIncluded('front'), back: getIncluded('back') }, defaults),
      ...(dormer ? frameDormer(dormer, roof, included.filter(isInFace), defaults) : []),
      ...(skylight ? frameSkylight(skylight, roof, defaults) : []),
    ],
    loft: loftLength ? frameLoft(design, roof, loftLength, doubled, defaults) : [],
    porch: design.porchDepth
      ? [...framePorch(porch, defaults), ...framePorchCeiling(roof, defaults)]
      : [],
    sheets: {
      subfloor: sheetPlans.subfloor.sheets,
      loft: sheetPlans.loft.sheets,
      deck: sheetPlans.deck.sheets,
      deckWithWaste: Math.max(
        sheetPlans.deck.sheets,
        Math.ceil((roofArea * (1 + waste)) / SHEET_AREA),
      ),
      siding: sheetPlans.siding.sheets,
      sidingWithWaste: Math.max(
        sheetPlans.siding.sheets,
        Math.ceil((sidingArea * (1 + defaults.wallWaste)) / SHEET_AREA),
      ),
      porch: sheetPlans.porch.sheets,
    },
    metalSiding: design.material === 'Metal' ? listMetalSheets(faces, defaults) : [],
    sidingArea,
    sheetPlans,
    gussets: roof.shape.hasRidgeBoard ? 0 : 2 * joints * pairs,
    roofing: countRoofing({ area: roofArea, ...getRoofEdges(roof, dormer) }, waste),
    roofSurfaces: surfaces,
    foundation: countFoundation({ width: span, length, foundation }, defaults),
    roofArea,
    height: plate + getRoofHeight(roof, defaults),
    footprint: (span * length) / 144,
  };
}

/** Dormers, skylights and the images of them are on one layout of rafters, whatever the shop's. */
const getDefaultsFor = (design: ShedDesign, defaults: FramingDefaults): FramingDefaults =>
  design.style === 'Dormer' || design.extras.includes('skylight')
    ? { ...defaults, rafterSpacing: FRAMING_DEFAULTS.rafterSpacing }
    : defaults;

type FramedWalls = Record<WallName, ReturnType<typeof frameWall>>;

/** How far siding panels reach below the floor, in inches. */
const getSidingBelowFloor = (floorLevel: number, { minSidingLevel }: FramingDefaults): number =>
  Math.max(0, Math.min(MAX_SIDING_BELOW_FLOOR, floorLevel - minSidingLevel));

/** The levels above the floor at which panels end above each other, up to the highest gable; inches. */
const getSidingSeams = (belowFloor: number): number[] =>
  [1, 2].map((row) => row * SIDING_PANEL.width - belowFloor);

function frameWalls(
  design: ShedDesign,
  roof: Roof,
  floor: number,
  defaults: FramingDefaults,
): FramedWalls {
  const bodyLength = getBodyLength(design);
  const seams = getSidingSeams(getSidingBelowFloor(floor, defaults));
  const frame = (name: WallName): FramedWalls[WallName] => {
    const runsThrough = name === 'left' || name === 'right';
    if (runsThrough && !hasSideWalls(design)) return { members: [], isFromRight: false };
    const length = getWallLength(design, name);
    const ridge = getUnderside(roof, length / 2, defaults);
    const height = hasSideWalls(design) ? design.wallHeight : ridge;
    return frameWall(
      {
        name,
        length,
        height: design.wallHeight,
        seams: seams.filter((seam) => seam < height),
        runsThrough,
        openings: design.openings.filter(({ wall }) => wall === name).map(toFramedOpening),
        studs: getStudSection(design),
        position: { floor, width: roof.span, bodyLength },
        ...(hasSideWalls(design) ? {} : { roof: (x: number) => getUnderside(roof, x, defaults) }),
      },
      defaults,
    );
  };
  return { front: frame('front'), back: frame('back'), left: frame('left'), right: frame('right') };
}

/** A joist under the wall behind the porch, on which subfloor and deck boards meet. */
function framePorchSupport(
  { width, length, porchDepth, foundation }: ShedDesign,
  floorLevel: number,
  defaults: FramingDefaults,
): Member[] {
  const z = 12 * (length - porchDepth);
  const offLayout = z % defaults.joistSpacing;
  const isOnLayout = Math.min(offLayout, defaults.joistSpacing - offLayout) < THICKNESS;
  if (!porchDepth || foundation === 'slab' || isOnLayout) return [];
  const joists = frameFloor({ width: 12 * width, length: 12 * length, foundation }, defaults);
  const joist = joists.find(({ name }) => name === 'joist');
  if (!joist) return [];
  const top = floorLevel - defaults.subfloorThickness;
  const { outline } = joist.prism;
  const raised = outline.filter(([, y]) => y <= top);
  return [{ ...joist, prism: { outline: raised, from: z - THICKNESS / 2, to: z + THICKNESS / 2 } }];
}

function frameRafters(
  roof: Roof,
  dormer: Dormer | undefined,
  skylight: Skylight | undefined,
  defaults: FramingDefaults,
): Member[] {
  const { length, shape } = roof;
  const pieces = getRafterPieces(roof, defaults);
  const flare = getFlarePiece(roof, defaults);
  const both = ['left', 'right'] as const;
  const doubled = listDoubledStarts(dormer, skylight);
  const rafters = getRafterPositions(roof, defaults).flatMap((z) => {
    const center = z + THICKNESS / 2;
    const sides = both.filter((side) => side !== dormer?.side || !isInDormer(dormer, center));
    const uncut = sides.filter((side) => side !== skylight?.side || center !== skylight.center);
    return [
      ...pieces.flatMap((piece) =>
        placeRafter(piece, roof, z, piece === pieces.at(-1) ? uncut : sides, defaults),
      ),
      ...(flare ? placeRafter(flare, roof, getFlarePosition(z, doubled), sides, defaults) : []),
    ];
  });
  if (shape.rake === 0) return rafters;
  const toFly = (piece: RafterPiece): RafterPiece => ({
    ...piece,
    name: FLY_NAMES[piece.name] ?? piece.name,
  });
  const ends = [
    { z: -shape.rake, flareZ: -shape.rake + THICKNESS },
    { z: length + shape.rake - THICKNESS, flareZ: length + shape.rake - 2 * THICKNESS },
  ];
  return [
    ...rafters,
    ...ends.flatMap(({ z, flareZ }) => [
      ...pieces.flatMap((piece) => placeRafter(toFly(piece), roof, z, both, defaults)),
      ...(flare ? placeRafter(flare, roof, flareZ, both, defaults) : []),
    ]),
  ];
}

/** Behind its rafter, or in front of the first; beside both if they are doubled. */
function getFlarePosition(z: number, doubled: readonly number[]): number {
  if (doubled.includes(z + THICKNESS)) return z + 2 * THICKNESS;
  if (doubled.includes(z - THICKNESS)) return z - 2 * THICKNESS;
  return z === 0 ? z + THICKNESS : z - THICKNESS;
}

const FLY_NAMES: Partial<Record<Member['name'], Member['name']>> = {
  rafter: 'fly rafter',
  'lower rafter': 'lower fly rafter',
  'upper rafter': 'upper fly rafter',
};

/** Where the second ones of doubled rafters begin. */
const listDoubledStarts = (
  dormer: Dormer | undefined,
  skylight: Skylight | undefined,
): number[] => [
  ...(dormer ? [dormer.from - 1.5 * THICKNESS, dormer.to + THICKNESS / 2] : []),
  ...(skylight ? getDoubledStarts(skylight) : []),
];

/** Ties and loft joists are in front of their rafters, behind those with a second one there, or in front of both. */
const getTiePosition = (center: number, doubled: readonly number[]): number =>
  [center + THICKNESS / 2, center - 1.5 * THICKNESS].find((z) => !doubled.includes(z)) ??
  center + 1.5 * THICKNESS;

/** Joists replace the ties over a porch with a ceiling. */
const frameTies = (
  roof: Roof,
  loftLength: number,
  doubled: readonly number[],
  defaults: FramingDefaults,
): Member[] =>
  getTieCenters(roof, defaults)
    .filter((center) => center > loftLength)
    .filter((center) => roof.shape.wallHeight === 0 || center < roof.bodyLength)
    .map((center) => createTie('rafter tie', roof, getTiePosition(center, doubled), defaults));

function frameLoft(
  design: ShedDesign,
  roof: Roof,
  loftLength: number,
  doubled: readonly number[],
  defaults: FramingDefaults,
): Member[] {
  const first = SECTIONS[getStudSection(design)].depth;
  const { loftSpacing, rafterSpacing } = defaults;
  const count = loftLength / loftSpacing;
  const centers = Array.from({ length: count }, (_, index) => (index + 1) * loftSpacing);
  const getPosition = (center: number) =>
    center % rafterSpacing === 0 ? getTiePosition(center, doubled) : center - THICKNESS / 2;
  return [first, ...centers.map(getPosition)].map((z) =>
    createTie('loft joist', roof, z, defaults),
  );
}

function getLoftSurfaces(roof: Roof, loftLength: number): Surface[] {
  if (!loftLength) return [];
  const inset = getTieInset(roof);
  return [{ name: 'Loft', length: loftLength, width: roof.span - 2 * inset }];
}

/**
 * Each slope in its parts, on whose rafters sheets meet; a dormer's roof replaces what it covers of the main slope.
 * Rafters are laid out from the back, which is on the right of the right slope.
 */
function getRoofSurfaces(
  roof: Roof,
  dormer: Dormer | undefined,
  doubled: readonly number[],
  { rafterSpacing: spacing }: FramingDefaults,
): Surface[] {
  const { shape, span, length } = roof;
  const layout = Array.from({ length: Math.floor(length / spacing) }, (_, i) => (i + 1) * spacing);
  const create = (
    side: Side,
    name: string,
    width: number,
    { from, to, over = [from, to] }: { from: number; to: number; over?: Extent },
    getMiddle = (z: number) => z,
  ): Surface => ({
    name,
    length: to - from,
    width,
    isFromRight: side === 'right',
    joints: layout.filter((z) => z > over[0] && z < over[1]).map((z) => getMiddle(z) - from),
  });
  const whole = { from: -shape.rake, to: length + shape.rake, over: [0, length] as const };
  const toFlare = (z: number) => getFlarePosition(z - THICKNESS / 2, doubled) + THICKNESS / 2;
  const slopes = getSlopeLengths(roof);
  if (!dormer) {
    return (['left', 'right'] as const).flatMap((side) =>
      slopes.map((width, index, { length: count }) => {
        const name = SLOPE_NAMES[count - index - 1 + (count > 1 ? 1 : 0)] ?? 'slope';
        const title = `${side === 'left' ? 'Left' : 'Right'} ${name}`;
        const isFlare = index === 0 && shape.flare !== undefined;
        return create(side, title, width, whole, isFlare ? toFlare : undefined);
      }),
    );
  }
  const { side, from, to, overhang } = dormer;
  const [width = 0] = slopes;
  const cover = getDormerRoof(dormer, span);
  const below = (dormer.setback + shape.eave) * Math.hypot(1, getEavePitch(shape));
  const opposite = side === 'left' ? 'right' : 'left';
  const roofExtent = { from: from - overhang, to: to + overhang, over: [from, to] as const };
  return [
    create(opposite, 'Slope without dormer', width, whole),
    create(side, 'Slope behind the dormer', width, { ...whole, to: from, over: [0, from] }),
    create(side, 'Slope in front of the dormer', width, { ...whole, from: to, over: [to, length] }),
    create(side, 'Slope below the dormer', below, { from, to }),
    create(side, 'Roof of the dormer', cover.slope, roofExtent),
  ];
}

function getRoofEdges(roof: Roof, dormer: Dormer | undefined) {
  const eave = roof.length + 2 * roof.shape.rake;
  const slopes = getSlopeLengths(roof);
  const rakes = [...slopes, ...slopes, ...slopes, ...slopes];
  if (!dormer) return { rakes, eaves: [eave, eave], ridge: eave };
  const cover = getDormerRoof(dormer, roof.span);
  return {
    rakes: [...rakes, cover.slope, cover.slope],
    eaves: [eave, eave, cover.length],
    ridge: eave,
  };
}

/** Siding is laid out from the same corner as the studs that carry the edges of its panels. */
function getSidingFaces(
  design: ShedDesign,
  roof: Roof,
  dormer: Dormer | undefined,
  framed: FramedWalls,
  { belowFloor, dormerSpacing: spacing }: { belowFloor: number; dormerSpacing: number },
): SidingFaces {
  const { span } = roof;
  const bodyLength = getBodyLength(design);
  const width = design.wallHeight + belowFloor;
  const toWall = (wall: WallName, name: string, length: number): Surface => {
    const { isFromRight } = framed[wall];
    return { name, length, width, isFromRight };
  };
  const walls: Surface[] = hasSideWalls(design)
    ? [
        toWall('left', 'Left wall', bodyLength),
        toWall('right', 'Right wall', bodyLength),
        toWall('front', 'Front wall', span),
        toWall('back', 'Back wall', span),
      ]
    : [];
  const base = hasSideWalls(design) ? 0 : belowFloor;
  const heightAt = (x: number) => base + getSidingHeight(roof, x);
  const kind = hasSideWalls(design) ? 'gable' : 'wall';
  const faces: Surface[] = dormer
    ? [
        {
          name: 'Face of the dormer',
          length: dormer.to - dormer.from,
          width: dormer.plate - dormer.header,
          isFromRight: dormer.side === 'right',
          spacing,
        },
      ]
    : [];
  const cheeks: Surface[] = dormer
    ? [
        { name: 'Left cheek', ...getCheekSize(dormer, span), isFromRight: true, spacing },
        { name: 'Right cheek', ...getCheekSize(dormer, span), spacing },
      ]
    : [];
  const area = base * span + getGableArea(roof);
  // Gable studs are laid out from the left of the front.
  const isFromRight = (end: 'front' | 'back') =>
    hasSideWalls(design) ? end === 'back' : framed[end].isFromRight;
  const gables = [
    { name: `Front ${kind}`, span, heightAt, area, isFromRight: isFromRight('front') },
    { name: `Back ${kind}`, span, heightAt, area, isFromRight: isFromRight('back') },
  ];
  return { walls: [...walls, ...faces], cheeks, gables };
}

/** The ceiling of a porch and the gable over the wall behind it, of the same plywood. */
function planPorchSheets(roof: Roof, defaults: FramingDefaults): SheetPlan {
  const ceiling = getPorchCeiling(roof);
  const gables = ceiling.map(() => ({
    name: 'Gable behind the porch',
    span: roof.span,
    heightAt: (x: number) => getSidingHeight(roof, x),
    isFromRight: false,
  }));
  return joinPlans(
    planSheets(ceiling, { sheet: PLYWOOD, spacing: defaults.joistSpacing }),
    planGablePanels(gables, { sheet: SIDING_PANEL, spacing: defaults.studSpacing }, defaults.kerf),
  );
}

/** Over the plates, in square inches. */
const getGableArea = ({ shape: { slope }, span }: Roof): number =>
  slope.slice(1).reduce((sum, [x, y], index) => {
    const [fromX, fromY] = slope[index] ?? [x, y];
    return sum + (x - fromX) * (y + fromY);
  }, 0) *
  span ** 2;

/** The height of a gable over the plates at a distance from the corner; inches. */
function getSidingHeight({ shape, span }: Roof, x: number): number {
  const across = Math.min(x, span - x) / span;
  const index = shape.slope.findIndex(([at]) => at >= across);
  const [fromX, fromY] = shape.slope[Math.max(0, index - 1)] ?? [0, 0];
  const [toX, toY] = shape.slope[Math.max(1, index)] ?? [1, 0];
  return span * (fromY + ((toY - fromY) * (across - fromX)) / (toX - fromX));
}

/** The rectangle around the triangle between a dormer's roof and the main roof. */
const getCheekSize = ({ setback, plate, header }: Dormer, span: number): SheetRow => ({
  length: span / 2 - setback,
  width: plate - header,
});
