import { z } from '#app/lib/zod-mini.ts';
import { FRAMING_DEFAULTS, type FramingDefaults } from '#drawing/design/lumber.ts';

/** From centre to centre, in inches: what divides the 48 of a sheet. */
export const SPACINGS = [12, 16, 24] as const;
/** In feet. */
export const STOCK_LENGTHS = [8, 10, 12, 14, 16, 18, 20] as const;
/** A shed may have members that need a whole board of this length; feet. */
export const MIN_LONGEST_STOCK = 16;
/** In inches. */
export const KERFS = [1 / 16, 1 / 8, 3 / 16, 1 / 4] as const;
/** Whole inches. */
export const LENGTH_RANGES = {
  maxSkidSpacing: { min: 24, max: 60 },
  minSidingLevel: { min: 6, max: 12 },
  metalCoverWidth: { min: 12, max: 48 },
} as const;
/** Whole percent in the form, shares of 1 in the database and in a frame. */
export const WASTES = ['wallWaste', 'roofWaste', 'cutRoofWaste'] as const;
export const MAX_WASTE_PERCENT = 50;

/** How the shop frames its sheds, as far as it may differ: decision 026 names what may not. */
export type FramingSettings = Pick<
  FramingDefaults,
  | 'studSpacing'
  | 'joistSpacing'
  | 'rafterSpacing'
  | 'kerf'
  | keyof typeof LENGTH_RANGES
  | (typeof WASTES)[number]
> & { stockLengths: number[] };

const oneOf = (options: readonly number[]) =>
  z.number().check(z.refine((value) => options.includes(value)));
const length = ({ min, max }: { min: number; max: number }) =>
  z.int().check(z.minimum(min), z.maximum(max));
const waste = z.number().check(z.minimum(0), z.maximum(MAX_WASTE_PERCENT / 100));

const framingSettings: z.ZodMiniType<FramingSettings> = z.strictObject({
  studSpacing: oneOf(SPACINGS),
  joistSpacing: oneOf(SPACINGS),
  rafterSpacing: oneOf(SPACINGS),
  stockLengths: z
    .array(oneOf(STOCK_LENGTHS))
    .check(z.refine((lengths) => Math.max(...lengths) >= MIN_LONGEST_STOCK)),
  kerf: oneOf(KERFS),
  maxSkidSpacing: length(LENGTH_RANGES.maxSkidSpacing),
  minSidingLevel: length(LENGTH_RANGES.minSidingLevel),
  metalCoverWidth: length(LENGTH_RANGES.metalCoverWidth),
  wallWaste: waste,
  roofWaste: waste,
  cutRoofWaste: waste,
});

/** How the shop frames, from the stored settings; the standard values without valid ones. */
export function parseFraming(stored: unknown): FramingDefaults {
  const { data } = framingSettings.safeParse(stored);
  return data ? { ...FRAMING_DEFAULTS, ...data } : FRAMING_DEFAULTS;
}

/** The spacing of a frame as documents state it. */
export const describeSpacing = ({
  studs,
  joists,
  rafters,
}: Record<'studs' | 'joists' | 'rafters', number>): string =>
  new Set([studs, joists, rafters]).size === 1
    ? `Studs, joists and rafters ${studs} in on centre`
    : `Studs ${studs} in, joists ${joists} in, rafters ${rafters} in on centre`;
