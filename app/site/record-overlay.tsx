import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHidesRecord } from '#app/features/enquiries/quote-request-link.tsx';
import { formatSearch } from '#app/lib/urls.ts';
import { isOnOverlayEntry } from '#app/ui/close-on-back.ts';
import { dialogClasses } from '#app/ui/dialog-classes.ts';
import type { RecordParam } from './keep-page-shown.tsx';
import { SiteLink } from './page-parts.tsx';

const loadDialog = () => import('#app/ui/dialog.tsx');

type RecordDialogProps = {
  open: boolean;
  onClose: () => void;
  closeUrl: string;
  title: string;
  footer?: ReactNode;
  children: ReactNode;
};

export function RecordDialog({ open, onClose, closeUrl, ...content }: RecordDialogProps) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadDialog>>>();
  const isHidden = useHidesRecord();

  useEffect(() => {
    if (!open || loaded) return;
    loadDialog()
      .then(setLoaded)
      .catch(() => undefined);
  }, [open, loaded]);

  const shown = open && !isHidden;
  if (loaded) return <loaded.Dialog open={shown} onClose={onClose} size="xl" inUrl {...content} />;
  return shown ? <PlainDialog closeUrl={closeUrl} onClose={onClose} {...content} /> : null;
}

function PlainDialog({
  onClose,
  closeUrl,
  title,
  footer,
  children,
}: Omit<RecordDialogProps, 'open'>) {
  const id = useId();

  function close(event: MouseEvent) {
    event.preventDefault();
    onClose();
  }

  return (
    <div
      data-plain-dialog=""
      className="fixed inset-0 z-50 flex items-end justify-center bg-black/55 sm:items-center sm:p-6"
    >
      <SiteLink
        to={closeUrl}
        onClick={close}
        tabIndex={-1}
        aria-hidden="true"
        className="absolute inset-0"
      />
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        className={`relative max-w-5xl ${dialogClasses.panel}`}
      >
        <div className={dialogClasses.header}>
          <h2 id={id} className={dialogClasses.title}>
            {title}
          </h2>
          <SiteLink
            to={closeUrl}
            onClick={close}
            aria-label="Close"
            autoFocus
            className={dialogClasses.close}
          >
            <X aria-hidden="true" className="size-5" />
          </SiteLink>
        </div>
        <div className={dialogClasses.body}>{children}</div>
        {footer !== undefined && <div className={dialogClasses.footer}>{footer}</div>}
      </div>
    </div>
  );
}

/** The record that the URL opens in a dialog. The browser's Back closes it. */
export function useOpenRecord(name: RecordParam) {
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
