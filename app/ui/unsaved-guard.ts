import { type ComponentType, createContext } from 'react';

export type UnsavedGuardProps = {
  when: boolean | (() => boolean);
  /** True if the URL shows the dialog of the input, so that Back closes it. */
  inDialog?: boolean;
};

/** What each dialog renders to tell of its unsaved input. Public pages have none. */
export const UnsavedGuardContext = createContext<ComponentType<UnsavedGuardProps> | null>(null);
