import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';

const newsTimeout = 6_000;
const failureTimeout = 20_000;
const undoTimeout = 10_000;
const mostMessages = 8;

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider timeout={newsTimeout} limit={mostMessages}>
      {children}
      <RoomBelow />
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 bottom-4 z-70 mx-auto flex max-w-md flex-col gap-2 outline-none sm:right-6 sm:bottom-6 sm:left-auto sm:w-md [body:has([role=dialog])_&]:bottom-44 sm:[body:has([role=dialog])_&]:bottom-28">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function RoomBelow() {
  const { toasts } = Base.useToastManager();
  const shown = toasts.length;

  useEffect(() => {
    const focused = document.activeElement;
    const message = document.querySelector('[data-message]');
    if (shown === 0 || !message || !focused || focused === document.body) return;
    if (focused.closest('[role=dialog], [role=alertdialog], [data-message]')) return;
    const hidden = focused.getBoundingClientRect().bottom - message.getBoundingClientRect().top;
    if (hidden > 0) window.scrollBy(0, hidden + 16);
  }, [shown]);

  return shown > 0 && <div aria-hidden style={{ height: `${1 + shown * 6}rem` }} />;
}

// The viewport is the live region; Base UI makes each toast a dialog.
const plainGroup = { role: 'group', 'aria-modal': undefined };
// Base UI hides the buttons of stacked toasts; these are not stacked.
const inSight = { 'aria-hidden': undefined };

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      {...plainGroup}
      data-message
      className={`rounded-md border-l-4 bg-ink text-white shadow-xl ${toast.type === 'failure' ? 'border-barn' : 'border-moss'}`}
    >
      <Base.Content className="flex items-start gap-2 py-1 pr-1 pl-4">
        <Base.Description className="min-w-0 flex-1 self-center py-2 leading-snug [overflow-wrap:anywhere]" />
        <Base.Action
          {...inSight}
          className="inline-flex min-h-11 shrink-0 items-center rounded-md px-3 font-semibold underline underline-offset-4 hover:bg-white/10 focus-visible:outline-2 focus-visible:outline-offset-[-2px]"
        />
        <Base.Close
          {...inSight}
          aria-label="Dismiss"
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-white/10 focus-visible:outline-2 focus-visible:outline-offset-[-2px]"
        >
          <X aria-hidden className="size-5" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}

type Action = { label: string; run: () => void };

export function useToasts() {
  const { add, close } = Base.useToastManager();
  return useMemo(() => {
    // Closed with the click, so that the action runs once.
    function show(
      message: string,
      options: { type: 'news' | 'failure'; timeout: number },
      action?: Action,
    ) {
      if (!action) return void add({ description: message, ...options });
      const id = crypto.randomUUID();
      add({
        id,
        ...options,
        description: (
          <>
            {message}
            <span className="sr-only"> To {action.label.toLowerCase()}, press F6.</span>
          </>
        ),
        actionProps: {
          children: action.label,
          'aria-label': `${action.label}: ${message}`,
          onClick() {
            close(id);
            action.run();
          },
        },
      });
    }
    return {
      news: (message: string) => show(message, { type: 'news', timeout: newsTimeout }),
      undoable: (message: string, undo: () => void) =>
        show(message, { type: 'news', timeout: undoTimeout }, { label: 'Undo', run: undo }),
      failure: (message: string, action?: Action) =>
        show(message, { type: 'failure', timeout: failureTimeout }, action),
    };
  }, [add, close]);
}
