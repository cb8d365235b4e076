import { useSearchParams } from 'react-router';
import { useSettledText } from '../lists/use-settled-text.ts';

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
  return useSettledText(stored, store);
}
