import { X } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useState,
} from 'react';
import type { PreselectedShed } from '#app/domain/enquiries/quote-request.ts';
import { DialogGround } from '#app/site/dialog-ground.tsx';
import type { QuoteDialog } from './quote-dialog.tsx';

const loadDialog = () => import('./quote-dialog.tsx');

type OpenQuote = (shed: PreselectedShed | null) => Promise<void>;

const QuoteFlow = createContext<OpenQuote | null>(null);

/** Holds the quote dialog of the whole site, and what is said once a request has been sent. */
export function QuoteFlowProvider({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<{ Dialog: typeof QuoteDialog }>();
  const [open, setOpen] = useState(false);
  const [shed, setShed] = useState<PreselectedShed | null>(null);
  const [message, setMessage] = useState<string>();
  const [waiting, setWaiting] = useState(false);

  const openQuote = useCallback<OpenQuote>(async (wanted) => {
    setWaiting(true);
    try {
      const { QuoteDialog } = await loadDialog();
      setDialog({ Dialog: QuoteDialog });
      setMessage(undefined);
      setShed(wanted);
      setOpen(true);
    } finally {
      setWaiting(false);
    }
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    setShed(null);
  }, []);

  return (
    <QuoteFlow value={openQuote}>
      {children}
      {waiting && <DialogGround />}
      {dialog && <dialog.Dialog {...{ open, shed }} onSent={setMessage} onClose={close} />}
      <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-40">
        {message && !open && (
          <div className="wrap pb-4">
            <div className="pointer-events-auto flex items-start gap-3 border-moss border-l-4 bg-moss-tint px-4 py-3 raised">
              <p className="min-w-0 flex-1 font-medium">{message}</p>
              <button
                type="button"
                aria-label="Dismiss"
                onClick={() => setMessage(undefined)}
                className="-m-2 grid size-11 shrink-0 place-items-center"
              >
                <X aria-hidden="true" className="size-5" />
              </button>
            </div>
          </div>
        )}
      </div>
    </QuoteFlow>
  );
}

type QuoteLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  shed?: PreselectedShed;
  /** Where it leads without scripts. */
  href?: string;
  /** Called before the dialog opens, for a dialog that must give way. */
  onOpen?: () => void;
};

/** Opens the quote dialog; a link to the page with the same form until scripts run. */
export function QuoteLink({ shed, href, onOpen, onClick, ...props }: QuoteLinkProps) {
  const openQuote = useContext(QuoteFlow);
  const address = href ?? (shed ? `/quote-request?shed=${shed.id}` : '/quote-request');

  function open(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (event.defaultPrevented || elsewhere || !openQuote) return;
    event.preventDefault();
    onOpen?.();
    openQuote(shed ?? null).catch(() => window.location.assign(address));
  }

  return (
    <a
      {...props}
      href={address}
      data-opens="dialog"
      // A little before the click; a failure is told by the click.
      onPointerDown={() => void loadDialog().catch(() => undefined)}
      onClick={open}
    />
  );
}
