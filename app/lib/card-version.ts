import { createContext, useContext } from 'react';

/** The version of the colours in which the server draws designs; empty for the built-in ones. */
export const CardVersionContext = createContext('');

/** The param by which the URL of a drawing names its colours. */
const CARD_PARAM = 'colors';

/** The URL or query of a design in the colours of a version, empty for the built-in ones. */
export const withCardVersion = (url: string, version: string): string =>
  version ? `${url}&${CARD_PARAM}=${version}` : url;

/** The URL of an image, of a design in the shop's present colours. */
export function useDrawingUrl(url: string): string {
  const version = useContext(CardVersionContext);
  return url.startsWith('/design/') ? withCardVersion(url, version) : url;
}
