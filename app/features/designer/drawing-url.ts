/**
 * The URL or query of a design's image or model in the shop's colours.
 * @param version of the colours, as `getCardVersion` returns it; empty for the built-in ones
 */
export const withCardVersion = (url: string, version: string | undefined): string =>
  version ? `${url}&colors=${version}` : url;
