import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useSearchParams,
} from 'react-router';

type SetUrlParams = (
  update: (current: URLSearchParams) => URLSearchParams,
  options: { replace: boolean; deferred?: boolean },
) => void;

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

export function useUrlParam(name: string): [string, (value: string) => void] {
  const [params, setParams] = useUrlParams();
  const set = (value: string) =>
    setParams((current) => withParam(current, name, value), { replace: true });
  return [params.get(name) ?? '', set];
}

/** The search text, written to the URL when the typing pauses. */
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

export function pageQueryString(params: URLSearchParams, page: number): string {
  const next = withParam(params, 'page', page > 1 ? String(page) : '');
  return next.size > 0 ? `?${next}` : '';
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  if (value.trim()) next.set(name, value);
  else next.delete(name);
  return next;
}

const debounceMs = 250;

/**
 * A text and its setter. `commit` is called when the typing pauses; other changes of `value` win.
 */
function useDebouncedValue(
  value: string,
  commit: (text: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const committed = useRef(value);
  const latestCommit = useRef(commit);

  useEffect(() => {
    latestCommit.current = commit;
  });
  useEffect(() => {
    if (typed === committed.current) return;
    const timer = setTimeout(() => {
      committed.current = typed;
      latestCommit.current(typed);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    if (value === committed.current) return;
    committed.current = value;
    setTyped(value);
  }, [value]);

  return [typed, setTyped];
}
