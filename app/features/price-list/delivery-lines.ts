import { type DeliveryPlace, normalizeTown } from '#app/features/designer/delivery-places.ts';
import { MAX_DELIVERY_KM } from '#app/features/designer/design-view.ts';

const MAX_PLACES = 500;
const MAX_TOWN_LENGTH = 80;
const NOT_SERVED = 'not served';

/** Canada Post uses no D, F, I, O, Q or U, and no W or Z as the first letter. */
const prefixPattern = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]$/;
const prefixLike = /^([A-Z]\d[A-Z])( ?\d[A-Z]\d)?$/i;

const example = 'such as Bayfield, N0M, 22';

/**
 * Reads the owner's table of distances: one place on each line, with its town, postal code prefix and whole
 * kilometres or `not served`, separated by commas, semicolons or tabs. Town or prefix can be missing; of a whole
 * postal code the prefix counts.
 * @returns the places of lines without errors, and an error for the first line with one
 */
export function parseDeliveryLines(text: string): { places: DeliveryPlace[]; error?: string } {
  const lines = text
    .split('\n')
    .map((line, index) => ({ number: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '');
  const places: DeliveryPlace[] = [];
  const numbers = new Map<string, number>();
  const errors: string[] = [];
  for (const { number, line } of lines) {
    const place = parseLine(line);
    if (typeof place === 'string') {
      errors.push(`Line ${number}: ${place}`);
      continue;
    }
    const key = normalizeTown(place.town) || place.prefix;
    const earlier = numbers.get(key);
    if (earlier === undefined) places.push(place);
    else errors.push(`Line ${number}: ${place.town || place.prefix} is on line ${earlier} already`);
    numbers.set(key, earlier ?? number);
  }
  if (lines.length > MAX_PLACES) errors.unshift(`Please enter at most ${MAX_PLACES} places`);
  const [error] = errors;
  return error === undefined ? { places } : { places, error };
}

/** Returns what is wrong with a line that is not a place. */
function parseLine(line: string): DeliveryPlace | string {
  const parts = line
    .split(/[,;\t]/)
    .map((part) => part.replace(/\p{Cc}+/gu, ' ').trim())
    .filter(Boolean);
  const distance = parts.pop() ?? '';
  const km = distance.toLowerCase() === NOT_SERVED ? null : parseKm(distance);
  if (km === undefined) {
    return `please end with kilometres from 1 to ${MAX_DELIVERY_KM} or “${NOT_SERVED}”, ${example}`;
  }
  const codes = parts.flatMap((part) => prefixLike.exec(part)?.[1]?.toUpperCase() ?? []);
  const towns = parts.filter((part) => !prefixLike.test(part));
  const [prefix = ''] = codes;
  const [town = ''] = towns;
  if (
    codes.length > 1 ||
    towns.length > 1 ||
    town + prefix === '' ||
    !/\p{L}/u.test(town + prefix)
  ) {
    return `please enter a town, a postal code prefix or both before the distance, ${example}`;
  }
  if (prefix !== '' && !prefixPattern.test(prefix)) {
    return `${prefix} isn't the start of a Canadian postal code`;
  }
  if (town.length > MAX_TOWN_LENGTH) {
    return `please use at most ${MAX_TOWN_LENGTH} characters for a town`;
  }
  return { town, prefix, km };
}

function parseKm(text: string): number | undefined {
  const [, digits] = /^(\d{1,4})( ?km)?$/i.exec(text) ?? [];
  const km = Number(digits);
  return km >= 1 && km <= MAX_DELIVERY_KM ? km : undefined;
}

/** The lines that `parseDeliveryLines` reads as these places. */
export const formatDeliveryLines = (places: readonly DeliveryPlace[]): string =>
  places
    .map(({ town, prefix, km }) => [town, prefix, km ?? NOT_SERVED].filter(Boolean).join(', '))
    .join('\n');
