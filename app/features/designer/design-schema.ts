import { z } from '#app/lib/zod-mini.ts';
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

const whole = ({ min, max, step }: { min: number; max: number; step: number }) =>
  z.int().check(z.minimum(min), z.maximum(max), z.multipleOf(step));

const openingTypes = Object.keys(OPENINGS) as [OpeningType, ...OpeningType[]];

/**
 * A stored or received design. It bounds each value alone; `constrainDesign` in drawing/ makes them fit
 * together.
 */
export const shedDesignSchema: z.ZodMiniType<ShedDesign> = z.strictObject({
  version: z.literal(DESIGN_VERSION),
  style: z.enum(STYLES),
  width: whole(LIMITS.width),
  length: whole(LIMITS.length),
  wallHeight: whole(LIMITS.wallHeight),
  material: z.enum(MATERIALS),
  wallColor: z.enum(COLORS),
  trimColor: z.enum(COLORS),
  roofColor: z.enum(COLORS),
  roofing: z.enum(ROOFINGS),
  foundation: z.enum(FOUNDATIONS),
  openings: z
    .array(
      z.strictObject({
        type: z.enum(openingTypes),
        wall: z.enum(WALLS),
        position: z.int().check(z.minimum(0), z.maximum(12 * LIMITS.length.max)),
      }),
    )
    .check(z.maxLength(LIMITS.openings)),
  extras: z.array(z.enum(EXTRAS)).check(z.maxLength(EXTRAS.length)),
  porchDepth: whole(LIMITS.porchDepth),
});
