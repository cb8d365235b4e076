import type { Client } from '#app/lib/client.ts';
import type { ColorCard } from '#drawing/design/shed-design.ts';
import { readColorCard } from './read-color-card.ts';

/**
 * Names the colours in which a card draws, for URLs of drawings: its 32-bit FNV-1a hash in base 36; empty if it
 * draws in the built-in ones.
 */
export function getCardVersion(card: ColorCard): string {
  const values = card
    .filter(({ value }) => value)
    .map(({ kind, color, value }) => kind + color + value)
    .sort();
  if (values.length === 0) return '';
  let hash = 0x811c9dc5;
  for (const letter of values.join()) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash.toString(36);
}

/** Reads which colours the shop draws in. */
export const readCardVersion = async (client: Client): Promise<string> =>
  getCardVersion(await readColorCard(client));
