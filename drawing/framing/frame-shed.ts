import type { FramingDefaults } from './defaults.ts';
import { frameFloor, getFloorHeight } from './floor-frame.ts';
import type { Member, WallMember, WallName } from './member.ts';
import { frameGableRoof, type GableRoof, getRoofArea, getRoofHeight } from './roof-frame.ts';
import { countRoofing, type Roofing } from './roofing.ts';
import {
  countGablePanels,
  countSheets,
  createRows,
  PLYWOOD,
  type SheetRow,
  SIDING_PANELS,
} from './sheets.ts';
import { type FramedOpening, frameWall } from './wall-frame.ts';

/** A rectangular shed with a gable roof whose ridge runs along its length. Lengths in inches. */
export type GableShed = {
  /** From eave to eave. */
  width: number;
  /** From gable to gable. */
  length: number;
  /** From the floor to the top of the plates. */
  wallHeight: number;
  pitch: number;
  overhang: number;
  /** Front and back are the gable ends. */
  openings: Partial<Record<WallName, readonly FramedOpening[]>>;
};

export type ShedFrame = {
  floor: Member[];
  walls: Record<WallName, WallMember[]>;
  roof: Member[];
  sheets: { subfloor: number; deck: number; deckWithWaste: number; siding: number };
  roofing: Roofing;
  /** Square feet. */
  roofArea: number;
  /** From the ground to the top of the roof deck, in inches. */
  height: number;
  /** Square feet. */
  footprint: number;
};

const SHEET_AREA = 32;
const SIDING_OVER_FLOOR_FRAME = 5.5;

/** Frames a shed and counts its sheets and roofing. @param waste of roofing, as a share */
export function frameGableShed(shed: GableShed, defaults: FramingDefaults, waste = 0.1): ShedFrame {
  const { width, length, wallHeight, pitch, overhang, openings } = shed;
  const roof: GableRoof = { span: width, length, pitch, overhang };
  const frame = (name: WallName) => {
    const runsThrough = name === 'left' || name === 'right';
    const wall = { length: runsThrough ? length : width, height: wallHeight, runsThrough };
    return frameWall({ ...wall, openings: openings[name] ?? [] }, defaults);
  };
  const slope = (width / 2 + overhang) * Math.hypot(1, pitch);
  const eave = length + 2 * overhang;
  const roofArea = getRoofArea(roof);
  const deck = createRows({ length: eave, width: slope }, PLYWOOD);
  const siding = wallHeight + defaults.subfloorThickness + SIDING_OVER_FLOOR_FRAME;
  const sides = [length, length, width, width].flatMap((each): SheetRow[] =>
    createRows({ length: each, width: siding }, SIDING_PANELS),
  );
  const gable = { span: width, heightAt: (x: number) => Math.min(x, width - x) * pitch };
  return {
    floor: frameFloor(shed, defaults),
    walls: {
      front: frame('front'),
      back: frame('back'),
      left: frame('left'),
      right: frame('right'),
    },
    roof: frameGableRoof(roof, defaults),
    sheets: {
      subfloor: countSheets(createRows({ length, width }, PLYWOOD), PLYWOOD),
      deck: countSheets([...deck, ...deck], PLYWOOD),
      deckWithWaste: Math.ceil((roofArea * (1 + waste)) / SHEET_AREA),
      siding:
        countSheets(sides, SIDING_PANELS) +
        countGablePanels([gable, gable], SIDING_PANELS, defaults.kerf),
    },
    roofing: countRoofing(
      { area: roofArea, rakes: [slope, slope, slope, slope], eaves: [eave, eave], ridge: eave },
      waste,
    ),
    roofArea,
    height: getFloorHeight(width, defaults) + wallHeight + getRoofHeight(roof, defaults),
    footprint: (width * length) / 144,
  };
}
