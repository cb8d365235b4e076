import { createCladding, createCornerTrim } from '#drawing/geometry/cladding.ts';
import type { Mark } from '#drawing/geometry/panel.ts';
import { type Point, toFeet } from '#drawing/geometry/vector.ts';
import { createGableFrame, type Volume, type WallMarks } from '#drawing/geometry/volume.ts';
import { CLADDING, type DesignColors, getDesignColors } from './colors.ts';
import { getDesignGeometry } from './design-geometry.ts';
import { createGableMarks } from './gable-marks.ts';
import { createOpeningMarks } from './opening-marks.ts';
import type { ColorCard, ShedDesign, Wall } from './shed-design.ts';

/** A design with everything that its parts are made of. Lengths in feet around the middle of the footprint. */
export type Shed = {
  design: ShedDesign;
  colors: DesignColors;
  snow: boolean;
  /** Along x, from eave to eave, and along z, from gable to gable. */
  width: number;
  length: number;
  porchDepth: number;
  floor: number;
  /** The top of the plates, and the underside of the ridge. */
  plate: number;
  ridge: number;
  /** The underside of the roof: across from the left wall, and above the ground. */
  profile: readonly Point[];
  volume: Volume;
  /** Siding and corner boards. */
  cladWall: WallMarks;
};

const SNOW_DEPTH = 0.55;

/** Converts a design to feet and colors. */
export function resolveShed(design: ShedDesign, snow: boolean, card?: ColorCard): Shed {
  const geometry = getDesignGeometry(design);
  const colors = getDesignColors(design, card);
  const [width, length, porchDepth, floor] = [
    toFeet(geometry.span),
    toFeet(geometry.length),
    toFeet(geometry.porchDepth),
    toFeet(geometry.floorLevel),
  ];
  const profile = geometry.profile.map(([x, y]): Point => [toFeet(x), toFeet(y)]);
  const cladWall = createWallCladding(design.material, colors);
  // The walls of an A-frame begin at the inside of its roof.
  const [[inset] = [0, 0]] = profile;
  const createMarks =
    (wall: Wall): WallMarks =>
    (w, h) => [
      ...cladWall(w, h),
      ...moveMarks(
        [
          ...createGableMarks(design, wall, colors),
          ...createOpeningMarks(design, wall, colors, snow),
        ],
        -inset,
      ),
    ];
  return {
    design,
    colors,
    snow,
    width,
    length,
    porchDepth,
    floor,
    plate: toFeet(geometry.plateLevel),
    ridge: toFeet(geometry.ridgeLevel),
    profile,
    cladWall,
    volume: {
      frame: createGableFrame(-width / 2, -length / 2),
      profile,
      base: floor,
      length,
      wall: colors.wall,
      roof: {
        color: colors.roof,
        cover: colors.cover,
        fascia: colors.trim,
        eave: toFeet(geometry.eave),
        rake: toFeet(geometry.rake),
        thickness: toFeet(geometry.thickness),
        ...(snow ? { snow: SNOW_DEPTH } : {}),
      },
      ends: [createMarks('front'), createMarks('back')],
      sides: [createMarks('right'), createMarks('left')],
    },
  };
}

const moveMarks = (marks: readonly Mark[], distance: number): Mark[] =>
  marks.map((mark) => ({ ...mark, points: mark.points.map(([u, v]) => [u + distance, v]) }));

const createWallCladding =
  (material: ShedDesign['material'], colors: DesignColors): WallMarks =>
  (w, h) => [
    ...createCladding(CLADDING[material], w, h, colors.wall, colors.isStained),
    ...createCornerTrim(w, h, colors.corner),
  ];
