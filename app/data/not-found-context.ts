import { createContext } from 'react-router';

/** Called instead of rendering the page of a 404, which the server has in its cache. */
export const notFoundContext = createContext<(() => void) | undefined>(undefined);
