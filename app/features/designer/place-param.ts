/** The param of the town or postal code to which a visitor asks about delivery. */
export const PLACE_PARAM = 'place';
export const MAX_PLACE_LENGTH = 80;

/** The place in a query; empty if there is none. */
export const parsePlace = (params: URLSearchParams): string =>
  (params.get(PLACE_PARAM) ?? '').trim().slice(0, MAX_PLACE_LENGTH);
