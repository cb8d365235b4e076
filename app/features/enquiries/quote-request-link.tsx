import { X } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { whenIdle } from '#app/hydration/when-idle.ts';
import { DialogBackdrop } from '#app/site/page-parts.tsx';
import type { QuoteRequestDialog } from './public/quote-request-dialog.tsx';
import type { PreselectedShed, ReferredProject } from './quote-request-form.ts';

type DialogModule = { QuoteRequestDialog: typeof QuoteRequestDialog };
let loaded: DialogModule | undefined;

async function loadDialog(): Promise<DialogModule> {
  loaded = await import('./public/quote-request-dialog.tsx');
  return loaded;
}

type Preset = {
  shed: PreselectedShed | null;
  project: ReferredProject | null;
  projectType: string | undefined;
};

/** Closes the dialog of the record in which a request was begun. */
type CloseRecord = () => Promise<void>;

type RequestDialog = {
  openDialog: (preset: Preset, closeRecord: CloseRecord | undefined) => Promise<void>;
  /** True while the dialog takes the place of the dialog of a record, which closing it shows again. */
  hidesRecord: boolean;
};

const noPreset: Preset = { shed: null, project: null, projectType: undefined };

const QuoteRequestDialogContext = createContext<RequestDialog | null>(null);

export function useHidesRecord(): boolean {
  return useContext(QuoteRequestDialogContext)?.hidesRecord ?? false;
}

export function QuoteRequestDialogProvider({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<DialogModule>();
  const [open, setOpen] = useState(false);
  const [preset, setPreset] = useState(noPreset);
  const [message, setMessage] = useState<string>();
  const [isLoading, setIsLoading] = useState(false);
  const [closeRecord, setCloseRecord] = useState<CloseRecord>();

  const openDialog = useCallback<RequestDialog['openDialog']>(async (chosen, closeItsRecord) => {
    try {
      if (!loaded) setIsLoading(true);
      setDialog(loaded ?? (await loadDialog()));
      setMessage(undefined);
      setPreset(chosen);
      setCloseRecord(() => closeItsRecord);
      setOpen(true);
    } finally {
      setIsLoading(false);
    }
  }, []);
  useEffect(() => {
    whenIdle(() => void loadDialog().then(setDialog, () => undefined));
  }, []);
  const close = useCallback(async () => {
    setOpen(false);
    setPreset(noPreset);
    if (message) await closeRecord?.();
    setCloseRecord(undefined);
  }, [message, closeRecord]);
  const hidesRecord = closeRecord !== undefined;
  const context = useMemo(() => ({ openDialog, hidesRecord }), [openDialog, hidesRecord]);

  return (
    <QuoteRequestDialogContext value={context}>
      {children}
      {isLoading && <DialogBackdrop />}
      {dialog && (
        <dialog.QuoteRequestDialog {...preset} open={open} onSent={setMessage} onClose={close} />
      )}
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
    </QuoteRequestDialogContext>
  );
}

type QuoteRequestLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  shed?: PreselectedShed;
  project?: ReferredProject;
  projectType?: string | undefined;
  href?: string;
  closeRecord?: CloseRecord | undefined;
};

export function QuoteRequestLink({
  shed,
  project,
  projectType,
  href,
  closeRecord,
  onClick,
  ...props
}: QuoteRequestLinkProps) {
  const dialog = useContext(QuoteRequestDialogContext);
  const url = href ?? getQuoteRequestUrl(shed, project, projectType);

  function open(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const opensTab = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (event.defaultPrevented || opensTab || !dialog) return;
    event.preventDefault();
    dialog
      .openDialog({ shed: shed ?? null, project: project ?? null, projectType }, closeRecord)
      .catch(() => window.location.assign(url));
  }

  return (
    <a
      {...props}
      href={url}
      // Starts before the click, which handles errors.
      onPointerDown={() => void loadDialog().catch(() => undefined)}
      onClick={open}
    />
  );
}

function getQuoteRequestUrl(
  shed: PreselectedShed | undefined,
  project: ReferredProject | undefined,
  projectType: string | undefined,
) {
  if (shed) return `/quote-request?shed=${shed.id}`;
  if (project) return `/quote-request?project=${project.id}`;
  return projectType
    ? `/quote-request?${new URLSearchParams({ type: projectType })}`
    : '/quote-request';
}
