import { z } from '#app/lib/zod-mini.ts';
import { BUILT_IN_CARD, COLOR_KINDS, COLORS, type ColorCard } from '#drawing/design/shed-design.ts';

export const MAX_SUPPLIER_NAME = 60;

/** A colour as drawings and inputs of the type `color` have it. */
export const HEX_COLOR = /^#[0-9a-f]{6}$/;

export const colorCardSchema = z.array(
  z.strictObject({
    kind: z.enum(COLOR_KINDS),
    color: z.enum(COLORS),
    name: z.string().check(z.maxLength(MAX_SUPPLIER_NAME)),
    value: z.union([z.literal(''), z.string().check(z.regex(HEX_COLOR))]),
  }),
);

/** Reads the column `color_card`; the built-in card if it isn't valid. */
export const parseColorCard = (stored: unknown): ColorCard =>
  colorCardSchema.safeParse(stored).data ?? BUILT_IN_CARD;
