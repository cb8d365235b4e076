/**
 * The URL or query of a design's image or model in the shop's colours.
 * @param version of the colours, as `getCardVersion` returns it; empty for the built-in ones
 */
export const withCardVersion = (url: string, version: string | undefined): string =>
  version ? `${url}&colors=${version}` : url;

/** The Server-Timing of an image of a similar design, sent while many are being drawn. */
export const SUBSTITUTE_TIMING = 'substitute';

/** The param by which the server sends the image of this very design or an error, however busy it is. */
export const NO_SUBSTITUTE = 'substitute=no';
