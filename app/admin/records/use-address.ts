import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Milliseconds that the typing must rest before the address has it. */
const rest = 250;

/** One parameter of the address, '' where it has none, and how it is set in place. */
export function useAddressParam(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (value: string) =>
    setParams(
      (current) => {
        if (value) current.set(name, value);
        else current.delete(name);
        // Anything but a page begins at the first.
        if (name !== 'page') current.delete('page');
        return current;
      },
      // What the server knows about the page does not depend on it.
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    );
  return [params.get(name) ?? '', set];
}

/** What is typed into a search, kept in the address once the typing rests. */
export function useAddressSearch(): [string, (value: string) => void] {
  const [stored, store] = useAddressParam('search');
  const [typed, setTyped] = useState(stored);
  const written = useRef(stored);
  const write = useRef(store);

  useEffect(() => {
    write.current = store;
  });
  useEffect(() => {
    if (typed === written.current) return;
    const timer = setTimeout(() => {
      written.current = typed;
      write.current(typed);
    }, rest);
    return () => clearTimeout(timer);
  }, [typed]);
  // The way back, or a link to the same screen, changes the address on its own.
  useEffect(() => {
    if (stored === written.current) return;
    written.current = stored;
    setTyped(stored);
  }, [stored]);

  return [typed, setTyped];
}
