import { useEffect } from 'react';

/** Replaces the title of the route until the component is gone. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      // Another route may have set its own meanwhile.
      if (document.title === title) document.title = before;
    };
  }, [title]);
}
