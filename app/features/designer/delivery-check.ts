import type { Client } from '#app/lib/client.ts';
import { formatPrice } from '#app/lib/prices.ts';
import {
  findDeliveryPlace,
  listServedTowns,
  type PlaceMatch,
  parseDeliveryPlaces,
} from './delivery-places.ts';
import { readDesignerSettings } from './designer-settings-row.ts';
import { describeListedPrice, readHstBasisPoints } from './listing-terms.ts';
import { MAX_PLACE_LENGTH, PLACE_PARAM } from './place-param.ts';

/** What visitors ask for, and what they read about it. */
export type DeliveryCheck = {
  /** Empty before they ask. */
  place: string;
  answer: string;
  /** Kilometres; null if the place is not served, undefined if the distance is unknown. */
  km?: number | null | undefined;
};

/** The place in a query; empty if there is none. */
export const parsePlace = (params: URLSearchParams): string =>
  (params.get(PLACE_PARAM) ?? '').trim().slice(0, MAX_PLACE_LENGTH);

type DeliveryPrice = {
  /** Before tax; null if it is not shown. */
  cents: number | null;
  hstBasisPoints: number | null;
};

/**
 * Reads what a visitor asks about delivery.
 * @returns null if the owner has entered no places
 */
export async function readDeliveryCheck(
  client: Client,
  params: URLSearchParams,
): Promise<DeliveryCheck | null> {
  const settings = await readDesignerSettings(client);
  const places = parseDeliveryPlaces(settings?.delivery_places);
  if (places.length === 0) return null;
  const place = parsePlace(params);
  if (place === '') return { place, answer: '' };
  const match = findDeliveryPlace(places, place);
  const km = match.type === 'place' ? match.km : undefined;
  const price = typeof km === 'number' ? await readDeliveryPrice(client, km) : undefined;
  return { place, answer: describeDelivery(place, match, price), km };
}

async function readDeliveryPrice(client: Client, km: number): Promise<DeliveryPrice> {
  const [{ data }, hstBasisPoints] = await Promise.all([
    client.rpc('get_delivery_price', { distance_km: km }).throwOnError(),
    readHstBasisPoints(client),
  ]);
  return { cents: data, hstBasisPoints };
}

/** Reads the towns that the shop delivers to, in alphabetical order. */
export async function readServedTowns(client: Client): Promise<string[]> {
  const settings = await readDesignerSettings(client);
  return listServedTowns(parseDeliveryPlaces(settings?.delivery_places));
}

const MAX_LISTED_TOWNS = 12;

/** The answer in one or two sentences. @param place as the visitor entered it */
export function describeDelivery(
  place: string,
  match: PlaceMatch,
  price: DeliveryPrice = { cents: null, hstBasisPoints: null },
): string {
  if (match.type === 'unknown') {
    return `“${place}” isn't on our list. Ask us, and we'll tell you about delivery.`;
  }
  if (match.type === 'several') {
    const { prefix, towns } = match;
    const listed = towns.length > MAX_LISTED_TOWNS ? '' : `: ${towns.join(', ')}`;
    return `Several towns share the postal code ${prefix}${listed}. Please enter your town.`;
  }
  const { name, km } = match;
  if (km === null) return `We don't deliver to ${name}.`;
  const { cents, hstBasisPoints } = price;
  if (cents === null) {
    return `We deliver to ${name} (${km} km). Your quote will say what delivery costs.`;
  }
  if (cents === 0) return `Delivery to ${name} (${km} km) is free.`;
  const { tax } = describeListedPrice(cents / 100, hstBasisPoints);
  const amount = [formatPrice(cents / 100), tax].filter(Boolean).join(' ');
  return `Delivery to ${name} (${km} km) costs ${amount}.`;
}
