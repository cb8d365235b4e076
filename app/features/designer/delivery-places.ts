import { z } from '#app/lib/zod-mini.ts';

/** A row of the owner's table of distances; it has a town, a prefix or both. */
export type DeliveryPlace = {
  town: string;
  /** The first three characters of a postal code (forward sortation area), such as `N0M`. */
  prefix: string;
  /** Whole kilometres; null if the shop does not deliver there. */
  km: number | null;
};

export type PlaceMatch =
  | { type: 'place'; name: string; km: number | null }
  /** Towns at different distances share the postal code prefix. */
  | { type: 'several'; prefix: string; towns: string[] }
  | { type: 'unknown' };

const storedPlaces = z.array(
  z.object({ town: z.string(), prefix: z.string(), km: z.nullable(z.int()) }),
);

/** Reads the column `delivery_places`; an empty list if it isn't one. */
export function parseDeliveryPlaces(stored: unknown): DeliveryPlace[] {
  return storedPlaces.safeParse(stored).data ?? [];
}

/** A town as it is compared: `St. Marys`, `saint marys` and `St-Marys` are one. */
export const normalizeTown = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bsaint\b/g, 'st')
    .trim();

const postalCode = /(?:^| )([a-z]\d[a-z])(?: ?\d(?:[a-z]\d?)?)?$/;

/**
 * Finds what a visitor entered: a town, also with its province, a postal code or its first three characters, or
 * both, such as `Bayfield, ON N0M 1G0`. A town counts before a postal code, which may be that of several towns.
 */
export function findDeliveryPlace(places: readonly DeliveryPlace[], entered: string): PlaceMatch {
  const text = normalizeTown(entered);
  const prefix = postalCode.exec(text)?.[1]?.toUpperCase() ?? '';
  const town = text
    .replace(postalCode, '')
    .replace(/ canada$/, '')
    .replace(/ (on|ont|ontario)$/, '');
  const named = places.find((place) => place.town !== '' && normalizeTown(place.town) === town);
  if (named) return { type: 'place', name: named.town, km: named.km };
  const own = prefix && places.find((place) => place.town === '' && place.prefix === prefix);
  if (own) return { type: 'place', name: prefix, km: own.km };
  const sharing = prefix ? places.filter((place) => place.prefix === prefix) : [];
  const [first] = sharing;
  if (!first) return { type: 'unknown' };
  if (sharing.every(({ km }) => km === first.km)) {
    return { type: 'place', name: sharing.length === 1 ? first.town : prefix, km: first.km };
  }
  if (town !== '') return { type: 'unknown' };
  return { type: 'several', prefix, towns: sharing.map((place) => place.town) };
}

/** Lists the towns that the shop delivers to, in alphabetical order. */
export const listServedTowns = (places: readonly DeliveryPlace[]): string[] =>
  places
    .filter(({ town, km }) => town !== '' && km !== null)
    .map(({ town }) => town)
    .sort((one, other) => one.localeCompare(other, 'en-CA'));
