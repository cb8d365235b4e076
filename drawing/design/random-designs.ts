import fc from 'fast-check';
import { constrainDesign } from './constrain-design.ts';
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
} from './shed-design.ts';

const openingTypes = Object.keys(OPENINGS) as OpeningType[];

const step = ({ min, max, step: size }: { min: number; max: number; step: number }) =>
  fc.integer({ min: 0, max: (max - min) / size }).map((n) => min + n * size);

const createDesigns = (
  number: (range: { min: number; max: number; step: number }) => fc.Arbitrary<number>,
  maxOpenings: number,
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
    openings: fc.array(
      fc.record({
        type: fc.constantFrom(...openingTypes),
        wall: fc.constantFrom(...WALLS),
        position: number({ min: 0, max: 12 * LIMITS.length.max, step: 1 }),
      }),
      { maxLength: maxOpenings },
    ),
    extras: fc.array(fc.constantFrom(...EXTRAS), { maxLength: 2 * EXTRAS.length }),
    porchDepth: number(LIMITS.porchDepth),
  });

/** For tests. Designs as the form allows them: each value within its range, not yet fitted together. */
export const formDesigns = createDesigns(step, 8);

/** Designs with any numbers and up to 60 openings. */
export const hostileDesigns = createDesigns(
  (range) => fc.oneof(step(range), fc.double(), fc.constantFrom(NaN, Infinity, -1e308, 1e308, -0)),
  60,
);

/** Designs that can be built. */
export const validDesigns = formDesigns.map((design) => constrainDesign(design).design);
