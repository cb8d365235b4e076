import { createContext } from 'react-router';

/** Where loaders and actions tell of what went wrong without failing themselves. */
export type Log = { error(details: object, message: string): void };

/** The log of this request; silent until the server sets one. */
export const logContext = createContext<Log>({ error() {} });
