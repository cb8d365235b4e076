import { createContext } from 'react';
import { BUILT_IN_CARD } from '#drawing/design/shed-design.ts';

/** The shop's colours, in which the page shows designs. */
export const ColorCardContext = createContext(BUILT_IN_CARD);
