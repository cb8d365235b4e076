import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { formatSearch } from '#app/lib/urls.ts';
import { isOnOverlayEntry } from '#app/ui/close-on-back.ts';
import { useDestination } from '../records/unsaved-input.tsx';

type SetUrlParams = (
  update: (current: URLSearchParams) => URLSearchParams,
  options: { replace: boolean; deferred?: boolean; state?: EntryState },
) => void;

/** `opened` names the search parameter of the dialog that added the history entry. */
type EntryState = { opened?: string };

const getEntryState = (): EntryState => window.history.state?.usr ?? {};

export function useUrlParams(): [URLSearchParams, SetUrlParams] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const getDestination = useDestination();
  const set: SetUrlParams = useCallback(
    (update, { replace, deferred = false, state }) => {
      // The browser's Back changes the URL before the other screen is rendered.
      const isHere = window.location.pathname === pathname;
      // A timer may fire before useNavigation renders: it renders in a transition.
      const isLeaving = (getDestination() ?? pathname) !== pathname;
      if (deferred && (isLeaving || !isHere)) return;
      const current = isHere ? new URLSearchParams(window.location.search) : params;
      // A delayed search may be written after a dialog has opened.
      const keepsEntry = replace || (deferred && getEntryState().opened !== undefined);
      setParams(update(current), {
        replace: keepsEntry,
        state: keepsEntry ? getEntryState() : state,
        preventScrollReset: true,
        // No loader depends on them.
        defaultShouldRevalidate: false,
      });
    },
    [pathname, getDestination, params, setParams],
  );
  return [params, set];
}

export function useUrlParam(name: string): [string, (value: string) => void] {
  const [params, setParams] = useUrlParams();
  const set = (value: string) =>
    setParams((current) => withParam(current, name, value), { replace: true });
  return [params.get(name) ?? '', set];
}

/** A search parameter with a history entry of its own, so that Back closes the dialog and its URL can be shared. */
export function useDialogParam(name: string) {
  const [params, setParams] = useUrlParams();
  const navigate = useNavigate();
  const { key } = useLocation();
  // Opens at once: the router renders the URL in a transition.
  const [opening, setOpening] = useState<{ value: string; key: string }>();
  if (opening && opening.key !== key) setOpening(undefined);
  useEffect(() => {
    const stop = () => setOpening(undefined);
    window.addEventListener('popstate', stop);
    return () => window.removeEventListener('popstate', stop);
  }, []);
  const value = opening?.value ?? params.get(name) ?? '';
  // Navigating back is asynchronous.
  const [closing, setClosing] = useState('');
  if (closing !== '' && closing !== value) setClosing('');
  const hasClosed = useRef(false);
  useEffect(() => {
    hasClosed.current = value === '';
  }, [value]);
  const isShown = (shown: string) =>
    shown !== '' && new URLSearchParams(window.location.search).get(name) === shown;

  return {
    value,
    isOpening: opening !== undefined,
    isClosing: closing !== '',
    open(next: string) {
      if (isShown(next)) return;
      setOpening({ value: next, key });
      setParams((current) => withValue(current, name, next), {
        replace: false,
        state: { opened: name },
      });
    },
    close() {
      if (hasClosed.current) return;
      hasClosed.current = true;
      setClosing(value);
      if (getEntryState().opened === name) void navigate(isOnOverlayEntry() ? -2 : -1);
      else setParams((current) => withValue(current, name, ''), { replace: true, state: {} });
    },
  };
}

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
  return formatSearch(withParam(params, 'page', page > 1 ? String(page) : ''));
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = withValue(params, name, value);
  if (name !== 'page') next.delete('page');
  return next;
}

function withValue(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value.trim()) next.set(name, value);
  else next.delete(name);
  return next;
}

const debounceMs = 250;

/** Calls `commit` when the typing pauses. If `value` changes elsewhere, that change wins. */
export function useDebouncedValue(
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
