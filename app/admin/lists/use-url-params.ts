import { useCallback, useContext } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useSearchParams,
} from 'react-router';
import { useDebouncedValue } from './use-debounced-value.ts';

/**
 * Sets the search parameters from those of the URL, which may be newer than the ones rendered.
 * - `replace` adds no entry to the history.
 * - `deferred` is for what the person did not request just now: nothing happens if they are leaving.
 */
type SetUrlParams = (
  update: (current: URLSearchParams) => URLSearchParams,
  options: { replace: boolean; deferred?: boolean },
) => void;

/** The search parameters of this screen, and their setter. */
export function useUrlParams(): [URLSearchParams, SetUrlParams] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const router = useContext(DataRouterContext)?.router;
  const set: SetUrlParams = useCallback(
    (update, { replace, deferred = false }) => {
      // The browser's Back changes the URL before the other screen is rendered.
      const isHere = window.location.pathname === pathname;
      // useNavigation is rendered in a transition, which a timer may precede.
      const next = router?.state.navigation.location;
      const isLeaving = next !== undefined && next.pathname !== pathname;
      if (deferred && (isLeaving || !isHere)) return;
      const current = isHere ? new URLSearchParams(window.location.search) : params;
      setParams(update(current), {
        replace,
        preventScrollReset: true,
        // No loader depends on them.
        defaultShouldRevalidate: false,
      });
    },
    [pathname, router, params, setParams],
  );
  return [params, set];
}

/** One search parameter, '' if it is absent, and its setter. */
export function useUrlParam(name: string): [string, (value: string) => void] {
  const [params, setParams] = useUrlParams();
  const set = (value: string) =>
    setParams((current) => withParam(current, name, value), { replace: true });
  return [params.get(name) ?? '', set];
}

/** The text of the list's search, which is written to the URL once the typing pauses. */
export function useUrlSearch(): [string, (text: string) => void] {
  const [params, setParams] = useUrlParams();
  const search = params.get('q') ?? '';
  return useDebouncedValue(search, (text) =>
    setParams((current) => withParam(current, 'q', text), {
      replace: search !== '',
      deferred: true,
    }),
  );
}

/** The query string of another page of the same list. */
export function pageQueryString(params: URLSearchParams, page: number): string {
  const next = withParam(params, 'page', page > 1 ? String(page) : '');
  return next.size > 0 ? `?${next}` : '';
}

/** Sets a parameter, or removes it if the value is ''. Any change but of the page returns to page 1. */
function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  if (value.trim()) next.set(name, value);
  else next.delete(name);
  return next;
}
