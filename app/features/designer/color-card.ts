import type { Client } from '#app/lib/client.ts';
import { hashText } from '#app/lib/hash-text.ts';
import { z } from '#app/lib/zod-mini.ts';
import { BUILT_IN_CARD, COLOR_KINDS, COLORS, type ColorCard } from '#drawing/design/shed-design.ts';
import { readDesignerSettings } from './designer-settings-row.ts';

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

/** Reads the colours that the shop offers. */
export const readColorCard = async (client: Client): Promise<ColorCard> =>
  parseColorCard((await readDesignerSettings(client))?.color_card);

/**
 * Names the colours in which a card draws, for URLs of drawings: its 32-bit FNV-1a hash in base 36; empty if it
 * draws in the built-in ones.
 */
export function getCardVersion(card: ColorCard): string {
  const values = card
    .filter(({ value }) => value)
    .map(({ kind, color, value }) => kind + color + value)
    .sort();
  return values.length > 0 ? hashText(values.join()).toString(36) : '';
}

/** Reads which colours the shop draws in. */
export const readCardVersion = async (client: Client): Promise<string> =>
  getCardVersion(await readColorCard(client));
