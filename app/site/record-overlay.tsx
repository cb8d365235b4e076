import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { SiteLink } from './site-link.tsx';

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

  useEffect(() => {
    if (!open || loaded) return;
    loadDialog()
      .then(setLoaded)
      .catch(() => undefined);
  }, [open, loaded]);

  if (loaded) return <loaded.Dialog open={open} onClose={onClose} size="xl" {...content} />;
  return open ? <PlainDialog closeUrl={closeUrl} onClose={onClose} {...content} /> : null;
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
        className="relative flex max-h-[calc(100dvh-1.5rem)] w-full max-w-5xl flex-col overflow-hidden rounded-t-xl bg-sheet raised-high sm:max-h-full sm:rounded-md"
      >
        <div className="flex shrink-0 items-start justify-between gap-4 border-line border-b px-5 py-2 sm:px-6">
          <h2
            id={id}
            className="min-w-0 self-center break-words font-semibold text-lg leading-snug sm:text-xl"
          >
            {title}
          </h2>
          <SiteLink
            to={closeUrl}
            onClick={close}
            aria-label="Close"
            // Also hydrates the page, by its focus event.
            autoFocus
            className="-mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-pine hover:text-ink focus-visible:outline-2 focus-visible:outline-offset-[-2px]"
          >
            <X aria-hidden="true" className="size-5" />
          </SiteLink>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6">
          {children}
        </div>
        {footer !== undefined && (
          <div className="shrink-0 border-line border-t px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
            {footer}
          </div>
        )}
      </div>
    </div>
  );
}
