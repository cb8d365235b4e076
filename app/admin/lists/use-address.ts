import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSettledText } from './use-settled-text.ts';

/**
 * Goes to another query string on this page. `searchOf` gets what the address says at that moment,
 * which the page may not show yet, and gives the new one with its question mark, or '', or undefined to
 * leave it as it is. `replace` leaves no way back to what was in sight. Nothing is changed where the
 * visitor is on the way back to another page by then.
 */
type ChangeAddress = (
  searchOf: (now: URLSearchParams) => string | undefined,
  options: { replace: boolean },
) => void;

/** What the address asks for, as the page shows it, and how to ask for something else. */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [shown] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const change: ChangeAddress = useCallback(
    (searchOf, { replace }) => {
      // The browser's Back changes the address before the other page is there.
      if (window.location.pathname !== pathname) return;
      const search = searchOf(new URLSearchParams(window.location.search));
      if (search === undefined) return;
      // What the server knows about the page does not depend on it.
      void navigate(
        { search },
        { replace, preventScrollReset: true, defaultShouldRevalidate: false },
      );
    },
    [pathname, navigate],
  );
  return [shown, change];
}

/** One parameter of the address, '' where it has none, and how it is set in place. */
export function useAddressParam(name: string): [string, (value: string) => void] {
  const [params, change] = useAddress();
  const set = (value: string) => change((now) => withParam(now, name, value), { replace: true });
  return [params.get(name) ?? '', set];
}

/** What is typed into a search, kept in the address once the typing rests. */
export function useAddressSearch(): [string, (value: string) => void] {
  const [stored, store] = useAddressParam('search');
  return useSettledText(stored, store);
}

/** The query string that leads to another page of the same list. */
export const withPage = (params: URLSearchParams, page: number): string =>
  withParam(params, 'page', page > 1 ? String(page) : '');

/** The query string with one parameter set, or left out where it is ''. Anything but a page begins at the first. */
function withParam(params: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(params);
  next.delete('page');
  if (value) next.set(name, value);
  else next.delete(name);
  return next.size > 0 ? `?${next}` : '';
}
