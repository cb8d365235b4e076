/** The param of the town or postal code to which a visitor asks about delivery. */
export const PLACE_PARAM = 'place';
export const MAX_PLACE_LENGTH = 80;
