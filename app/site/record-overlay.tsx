import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useHidesRecord } from '#app/features/enquiries/quote-request-link.tsx';
import { dialogClasses } from '#app/ui/dialog-classes.ts';
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
