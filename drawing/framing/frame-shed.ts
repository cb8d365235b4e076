import {
  getBodyLength,
  getPorchPosts,
  getStudSection,
  getWallLength,
  hasSideWalls,
  toFramedOpening,
} from '#drawing/design/design-geometry.ts';
import { getDormer } from '#drawing/design/dormer.ts';
import { getFloorLevel } from '#drawing/design/floor.ts';
import { FRAMING_DEFAULTS, type FramingDefaults, THICKNESS } from '#drawing/design/lumber.ts';
import {
  getLoftLength,
  getRoofHeight,
  getUnderside,
  type Roof,
} from '#drawing/design/roof-levels.ts';
import { ROOF_SHAPES } from '#drawing/design/roof-shapes.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { getSkylight } from '#drawing/design/skylight.ts';
import { frameDormer } from './dormer-frame.ts';
import { countFoundation, type FoundationQuantities, frameFloor } from './floor-frame.ts';
import { frameGables } from './gable-frame.ts';
import { type IncludedOpening, listIncludedRoughOpenings } from './included-openings.ts';
import type { Member, WallMember, WallName } from './member.ts';
import { framePorch, framePorchCeiling } from './porch-frame.ts';
import {
  frameLoft,
  frameRafters,
  frameRidge,
  frameTies,
  getRafterPositions,
  listDoubledStarts,
} from './roof-frame.ts';
import { countRoofing, type RoofingQuantities } from './roofing.ts';
import {
  getLoftSurfaces,
  getRoofEdges,
  getRoofSurfaces,
  getSidingBelowFloor,
  getSidingFaces,
  getSidingSeams,
  planPorchSheets,
} from './sheet-surfaces.ts';
import { PLYWOOD, planSheets, type SheetPlan, type Surface } from './sheets.ts';
import { getSidingArea, listMetalSheets, type MetalSheets, planSiding } from './siding.ts';
import { frameSkylight } from './skylight-frame.ts';
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
    /** The sheets of the porch's ceiling and of the gable behind it. */
    porch: number;
  };
  /** The sheets of metal siding, the longest first. */
  metalSiding: MetalSheets[];
  /** The area of walls, gables and dormer without doors and windows; square feet. */
  sidingArea: number;
  /** The layout of the sheets in `sheets`; the deck without waste. */
  sheetPlans: Record<'subfloor' | 'loft' | 'deck' | 'siding' | 'porch', SheetPlan>;
  /** Plates of plywood on both sides of the joints of trusses. */
  gussets: number;
  roofing: RoofingQuantities;
  /** The parts of the roof, measured along the eave and up the slope. */
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

/** The distance from the outside of an A-frame to its deck boards, inside the feet of its rafters. */
const A_FRAME_DECK_INSET = 4.5;

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

/** Dormers and skylights are drawn for one layout of rafters, so they are framed with it whatever the shop uses. */
const getDefaultsFor = (design: ShedDesign, defaults: FramingDefaults): FramingDefaults =>
  design.style === 'Dormer' || design.extras.includes('skylight')
    ? { ...defaults, rafterSpacing: FRAMING_DEFAULTS.rafterSpacing }
    : defaults;

type FramedWalls = Record<WallName, ReturnType<typeof frameWall>>;

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
