import { useEffect, useRef } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router';
import { formatSearch } from '#app/lib/urls.ts';
import { isOnOverlayEntry } from '#app/ui/close-on-back.ts';

/** The search parameters whose record is shown in a dialog over the page. */
const recordParams = ['project', 'shed'] as const;

/** The record that the URL opens in a dialog. The browser's Back closes it. */
export function useOpenRecord(name: (typeof recordParams)[number]) {
  const navigate = useNavigate();
  const { pathname, search, state, key } = useLocation();
  const isClosing = useRef(false);
  const isFromList = (state as { isFromList?: boolean } | null)?.isFromList === true;

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation
  useEffect(() => {
    isClosing.current = false;
  }, [key]);

  function getUrl(id?: string): string {
    const params = new URLSearchParams(search);
    params.delete(name);
    if (id) params.set(name, id);
    return `${pathname}${formatSearch(params)}`;
  }

  return {
    id: new URLSearchParams(search).get(name),
    getUrl,
    open: (id: string) =>
      navigate(getUrl(id), { preventScrollReset: true, state: { isFromList: true } }),
    close: async () => {
      // Going back takes a moment. Escape may be pressed again meanwhile.
      if (isClosing.current) return;
      isClosing.current = true;
      if (isFromList) {
        await new Promise((resolve) => {
          window.addEventListener('popstate', () => setTimeout(resolve), { once: true });
          window.history.go(isOnOverlayEntry() ? -2 : -1);
        });
      } else await navigate(getUrl(), { replace: true, preventScrollReset: true });
    },
  };
}

/** Whether a navigation only opens or closes a record. Then nothing has to be loaded. */
export function isRecordChange({
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl'>): boolean {
  return (
    currentUrl.search !== nextUrl.search && withoutRecord(currentUrl) === withoutRecord(nextUrl)
  );
}

function withoutRecord({ pathname, searchParams }: URL): string {
  const params = new URLSearchParams(searchParams);
  for (const name of recordParams) params.delete(name);
  return `${pathname}?${params}`;
}
