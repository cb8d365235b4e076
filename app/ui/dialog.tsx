import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button, buttonClass } from './button.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import { dialogClasses } from './dialog-classes.ts';
import { useFocusTrap } from './focus-trap.ts';
import { UnsavedGuardContext } from './unsaved-guard.ts';

type FinalFocus = ComponentProps<typeof Base.Popup>['finalFocus'];

const widths = {
  sm: 'max-w-md',
  md: 'max-w-xl',
  lg: 'max-w-3xl',
  xl: 'max-w-5xl',
  full: 'max-w-none',
};

/** A dialog that was never opened is not rendered. */
function useHasOpened(open: boolean): boolean {
  const [hasOpened, setHasOpened] = useState(open);
  if (open && !hasOpened) setHasOpened(true);
  return hasOpened || open;
}

/** Behind images that are loading, shows copies of them that the page shows already, such as on a card. */
function showLoadedCopies(body: HTMLElement | null) {
  for (const image of body?.querySelectorAll('img') ?? []) {
    const copy = [...document.images].find(
      ({ src, naturalWidth }) => naturalWidth > 0 && src === image.src,
    );
    if (copy && !image.complete)
      image.style.background = `center / contain no-repeat url("${copy.currentSrc}")`;
  }
}

type DialogProps = {
  open: boolean;
  onClose: () => void;
  size?: keyof typeof widths;
  title?: ReactNode;
  label?: string;
  /** In the back office, leaving, reloading and signing out ask about it as well. */
  hasUnsavedInput?: boolean | (() => boolean);
  unsavedText?: string;
  hideCloseButton?: boolean;
  /** True if the URL shows the dialog, whose navigation has a history entry already. */
  inUrl?: boolean;
  covers?: boolean;
  /** Whether its frame is rendered, hidden, while it is closed, so that a slow phone opens it sooner. */
  keepMounted?: boolean;
  footer?: ReactNode;
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus'];
  finalFocus?: FinalFocus | undefined;
  children: ReactNode;
};

export function Dialog({
  open,
  onClose,
  size = 'md',
  title,
  label,
  hasUnsavedInput = false,
  unsavedText = "Your changes haven't been saved.",
  hideCloseButton = false,
  inUrl = false,
  covers = false,
  keepMounted = false,
  footer,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  const [asking, setAsking] = useState(false);
  const UnsavedGuard = useContext(UnsavedGuardContext);
  const popup = useRef<HTMLDivElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useFocusTrap(open, popup);
  useCloseOnBack(open && !inUrl && !covers, () => (asking ? setAsking(false) : requestClose()));
  useEffect(() => {
    if (!open || !covers) return;
    document.body.dataset.covered = '';
    return () => {
      delete document.body.dataset.covered;
    };
  }, [open, covers]);

  function requestClose() {
    if (!covers && document.querySelector('[data-covers]')) return;
    if (typeof hasUnsavedInput === 'function' ? hasUnsavedInput() : hasUnsavedInput)
      setAsking(true);
    else onClose();
  }

  const hasOpened = useHasOpened(open);
  if (!hasOpened && !keepMounted) return null;

  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return;
        // Base UI counts no alert if it opened while the question before it closed.
        if (!covers && document.querySelector('[role=alertdialog][data-open]')) details.cancel();
        else if (!details.event.defaultPrevented) requestClose();
      }}
    >
      {UnsavedGuard && <UnsavedGuard when={open && hasUnsavedInput} inDialog={inUrl} />}
      <Base.Portal keepMounted={keepMounted} data-covers={covers || undefined}>
        <Base.Backdrop
          forceRender
          className={`fixed inset-0 z-50 transition-opacity duration-150 data-[starting-style]:opacity-0 motion-reduce:transition-none ${covers ? 'bg-paper' : 'bg-black/55'}`}
        />
        <Base.Viewport
          className={`fixed inset-0 z-50 flex justify-center sm:items-center sm:p-6 ${covers ? 'items-center' : 'items-end'}`}
        >
          <Base.Popup
            ref={popup}
            // Base UI computes styles and layout to find the first element, which this is.
            initialFocus={initialFocus ?? (hideCloseButton ? undefined : closeButton)}
            finalFocus={finalFocus}
            aria-label={title === undefined ? label : undefined}
            className={`text-ink outline-none transition-[opacity,translate] duration-150 data-[starting-style]:translate-y-2 data-[starting-style]:opacity-0 motion-reduce:transition-none ${dialogClasses.panel} ${widths[size]}`}
          >
            {(title !== undefined || !hideCloseButton) && (
              <div className={dialogClasses.header}>
                {title === undefined ? (
                  <span />
                ) : (
                  <Base.Title className={dialogClasses.title}>{title}</Base.Title>
                )}
                {!hideCloseButton && (
                  <Base.Close ref={closeButton} aria-label="Close" className={dialogClasses.close}>
                    <X aria-hidden className="size-5" />
                  </Base.Close>
                )}
              </div>
            )}
            <div ref={showLoadedCopies} className={dialogClasses.body}>
              {(open || !keepMounted) && children}
            </div>
            {footer !== undefined && <div className={dialogClasses.footer}>{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
        <ConfirmDialog
          open={asking}
          title="Discard your changes?"
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          closeOnBack={false}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onClose();
          }}
        >
          {unsavedText}
        </ConfirmDialog>
      </Base.Portal>
    </Base.Root>
  );
}

export function DialogClose({ children }: { children: ReactNode }) {
  return <Base.Close className={buttonClass('secondary')}>{children}</Base.Close>;
}

type FrameProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  titleHidden?: boolean;
  actions: ReactNode;
  closeOnBack?: boolean | undefined;
  finalFocus?: FinalFocus | undefined;
  children?: ReactNode;
};

function AlertFrame({
  open,
  onClose,
  title,
  titleHidden,
  actions,
  closeOnBack = true,
  finalFocus,
  children,
}: FrameProps) {
  const popup = useRef<HTMLDivElement>(null);
  useFocusTrap(open, popup);
  useCloseOnBack(open && closeOnBack, onClose);
  if (!useHasOpened(open)) return null;
  return (
    <BaseAlert.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return;
        if (isClickAgain(details.event)) details.cancel();
        else onClose();
      }}
    >
      <BaseAlert.Portal>
        <BaseAlert.Backdrop
          forceRender
          className="fixed inset-0 z-60 bg-black/55 transition-opacity duration-150 data-[starting-style]:opacity-0 motion-reduce:transition-none"
        />
        <BaseAlert.Viewport className="fixed inset-0 z-60 flex items-center justify-center p-4">
          <BaseAlert.Popup
            ref={popup}
            finalFocus={finalFocus}
            className="flex max-h-full w-full max-w-md flex-col gap-3 overflow-y-auto rounded-md bg-sheet p-6 text-ink raised-high outline-none"
          >
            <BaseAlert.Title
              className={titleHidden ? 'sr-only' : 'break-words font-semibold text-lg leading-snug'}
            >
              {title}
            </BaseAlert.Title>
            {children !== undefined && (
              <BaseAlert.Description
                render={<div />}
                className="whitespace-pre-line break-words leading-relaxed"
              >
                {children}
              </BaseAlert.Description>
            )}
            <div className="mt-3 flex flex-wrap justify-end gap-3">{actions}</div>
          </BaseAlert.Popup>
        </BaseAlert.Viewport>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  );
}

const isClickAgain = (event: Event) => event instanceof MouseEvent && event.detail > 1;

type AlertDialogProps = {
  open: boolean;
  onClose: () => void;
  title?: ReactNode;
  finalFocus?: FinalFocus;
  children: ReactNode;
};

export function AlertDialog({ open, onClose, title, finalFocus, children }: AlertDialogProps) {
  return (
    <AlertFrame
      open={open}
      onClose={onClose}
      title={title ?? 'Please note'}
      titleHidden={title === undefined}
      finalFocus={finalFocus}
      actions={<BaseAlert.Close className={buttonClass('secondary')}>OK</BaseAlert.Close>}
    >
      {children}
    </AlertFrame>
  );
}

type ConfirmDialogProps = {
  open: boolean;
  onConfirm: () => void;
  onClose: () => void;
  title: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  busy?: boolean;
  /** False if the history is about to change, as in the confirmation before leaving. */
  closeOnBack?: boolean;
  finalFocus?: FinalFocus;
  children?: ReactNode;
};

export function ConfirmDialog({
  open,
  onConfirm,
  onClose,
  title,
  confirmLabel,
  cancelLabel = 'Cancel',
  busy = false,
  closeOnBack,
  finalFocus,
  children,
}: ConfirmDialogProps) {
  return (
    <AlertFrame
      open={open}
      onClose={() => busy || onClose()}
      title={title}
      closeOnBack={closeOnBack}
      finalFocus={finalFocus}
      actions={
        <>
          <BaseAlert.Close className={buttonClass('secondary')} aria-disabled={busy}>
            {cancelLabel}
          </BaseAlert.Close>
          <Button
            aria-disabled={busy}
            onClick={({ nativeEvent }) => busy || isClickAgain(nativeEvent) || onConfirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </AlertFrame>
  );
}
