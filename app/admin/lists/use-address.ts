import { useCallback } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { useSettledText } from './use-settled-text.ts';

/**
 * Goes to another query string on this page.
 * - `searchOf` gets what the address says at that moment, which the page may not show yet, and gives the
 *   new one with its question mark, or '', or undefined to leave it as it is.
 * - `replace` leaves no way back to what was in sight.
 * - `late` is for what the visitor did not ask for just now: it does not keep anyone from another page
 *   who is on the way there.
 */
type ChangeAddress = (
  searchOf: (now: URLSearchParams) => string | undefined,
  options: { replace: boolean; late?: boolean },
) => void;

/** What the address asks for, as the page shows it, and how to ask for something else. */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [shown] = useSearchParams();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const onTheWay = next !== undefined && next.pathname !== pathname;
  const navigate = useNavigate();
  const change: ChangeAddress = useCallback(
    (searchOf, { replace, late = false }) => {
      // The browser's Back changes the address before the other page is there.
      const isHere = window.location.pathname === pathname;
      if (late && (onTheWay || !isHere)) return;
      const search = searchOf(isHere ? new URLSearchParams(window.location.search) : shown);
      if (search === undefined) return;
      // What the server knows about the page does not depend on it.
      void navigate(
        { search },
        { replace, preventScrollReset: true, defaultShouldRevalidate: false },
      );
    },
    [pathname, onTheWay, shown, navigate],
  );
  return [shown, change];
}

/** One parameter of the address, '' where it has none, and how it is set in place. */
export function useAddressParam(
  name: string,
  { late = false } = {},
): [string, (value: string) => void] {
  const [params, change] = useAddress();
  const set = (value: string) =>
    change((now) => withParam(now, name, value), { replace: true, late });
  return [params.get(name) ?? '', set];
}

/** What is typed into a search, kept in the address once the typing rests. */
export function useAddressSearch(): [string, (value: string) => void] {
  const [stored, store] = useAddressParam('search', { late: true });
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
