import { createContext } from 'react-router';

/**
 * A secret of this render that marks the scripts the framework writes, so that the server can tell
 * them from any that came with the content. It never reaches the browser.
 */
export const nonceContext = createContext<string | undefined>(undefined);
