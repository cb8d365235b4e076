import fc from 'fast-check';
import {
  type FramingSettings,
  KERFS,
  LENGTH_RANGES,
  MAX_WASTE_PERCENT,
  MIN_LONGEST_STOCK,
  SPACINGS,
  STOCK_LENGTHS,
} from '#app/domain/designs/framing-settings.ts';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import {
  COLORS,
  DESIGN_VERSION,
  EXTRAS,
  FOUNDATIONS,
  LIMITS,
  MATERIALS,
  OPENINGS,
  type OpeningType,
  ROOFINGS,
  type ShedDesign,
  STYLES,
  WALLS,
} from '#drawing/design/shed-design.ts';
import { FRAMING_DEFAULTS } from '#drawing/framing/defaults.ts';

const openingTypes = Object.keys(OPENINGS) as OpeningType[];

const step = ({ min, max, step: size }: { min: number; max: number; step: number }) =>
  fc.integer({ min: 0, max: (max - min) / size }).map((n) => min + n * size);

const createDesigns = (
  number: (range: { min: number; max: number; step: number }) => fc.Arbitrary<number>,
  counts: readonly { weight: number; minLength?: number; maxLength: number }[],
): fc.Arbitrary<ShedDesign> =>
  fc.record({
    version: fc.constant(DESIGN_VERSION),
    style: fc.constantFrom(...STYLES),
    width: number(LIMITS.width),
    length: number(LIMITS.length),
    wallHeight: number(LIMITS.wallHeight),
    material: fc.constantFrom(...MATERIALS),
    wallColor: fc.constantFrom(...COLORS),
    trimColor: fc.constantFrom(...COLORS),
    roofColor: fc.constantFrom(...COLORS),
    roofing: fc.constantFrom(...ROOFINGS),
    foundation: fc.constantFrom(...FOUNDATIONS),
    openings: fc.oneof(
      ...counts.map(({ weight, ...length }) => ({
        weight,
        arbitrary: fc.array(
          fc.record({
            type: fc.constantFrom(...openingTypes),
            wall: fc.constantFrom(...WALLS),
            position: number({ min: 0, max: 12 * LIMITS.length.max, step: 1 }),
          }),
          length,
        ),
      })),
    ),
    extras: fc.array(fc.constantFrom(...EXTRAS), { maxLength: 2 * EXTRAS.length }),
    porchDepth: number(LIMITS.porchDepth),
  });

/**
 * Designs as the form allows them: each value within its range, not yet fitted together. Many openings are
 * rare, because they make a frame slow.
 */
export const formDesigns = createDesigns(step, [
  { weight: 9, maxLength: 8 },
  { weight: 1, minLength: 9, maxLength: LIMITS.openings },
]);

/** Designs with any numbers and up to 60 openings. */
export const hostileDesigns = createDesigns(
  (range) => fc.oneof(step(range), fc.double(), fc.constantFrom(NaN, Infinity, -1e308, 1e308, -0)),
  [{ weight: 1, maxLength: 60 }],
);

/** Designs that can be built. */
export const validDesigns = formDesigns.map((design) => constrainDesign(design).design);

const waste = fc.integer({ min: 0, max: MAX_WASTE_PERCENT }).map((percent) => percent / 100);

/** Every value that a shop can choose. */
export const framingSettings: fc.Arbitrary<FramingSettings> = fc.record({
  studSpacing: fc.constantFrom(...SPACINGS),
  joistSpacing: fc.constantFrom(...SPACINGS),
  rafterSpacing: fc.constantFrom(...SPACINGS),
  stockLengths: fc
    .subarray([...STOCK_LENGTHS], { minLength: 1 })
    .filter((lengths) => Math.max(...lengths) >= MIN_LONGEST_STOCK),
  kerf: fc.constantFrom(...KERFS),
  maxSkidSpacing: fc.integer(LENGTH_RANGES.maxSkidSpacing),
  minSidingLevel: fc.integer(LENGTH_RANGES.minSidingLevel),
  metalCoverWidth: fc.integer(LENGTH_RANGES.metalCoverWidth),
  wallWaste: waste,
  roofWaste: waste,
  cutRoofWaste: waste,
});

/** How a shop frames: by the standard values, or by its own. */
export const framings = fc.oneof(
  fc.constant(FRAMING_DEFAULTS),
  framingSettings.map((settings) => ({ ...FRAMING_DEFAULTS, ...settings })),
);
