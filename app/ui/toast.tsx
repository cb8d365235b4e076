import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { createUuid } from '#app/lib/random-ids.ts';

const newsTimeoutMs = 6_000;
const errorTimeoutMs = 20_000;
const undoTimeoutMs = 10_000;
const maxMessages = 8;

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider timeout={newsTimeoutMs} limit={maxMessages}>
      {children}
      <RoomBelow />
      <Base.Portal>
        <Base.Viewport
          data-toasts
          className="fixed inset-x-4 bottom-4 z-70 mx-auto flex max-w-md flex-col gap-2 outline-none sm:right-6 sm:bottom-6 sm:left-auto sm:w-md [body:has([role=dialog])_&]:bottom-44 sm:[body:has([role=dialog])_&]:bottom-28 [body:has([data-action-bar]):not(:has([role=dialog]))_&]:bottom-32 sm:[body:has([data-action-bar]):not(:has([role=dialog]))_&]:bottom-24"
        >
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
      className={`rounded-md border-l-4 bg-ink text-white shadow-xl ${toast.type === 'error' ? 'border-barn' : 'border-moss'}`}
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

/** A message replaces the one with the same key, such as an error of the same action. */
type Options = { key?: string; action?: Action };

export function useToasts() {
  const { add, close } = Base.useToastManager();
  return useMemo(() => {
    function show(
      message: string,
      { key, action }: Options,
      appearance: { type: 'news' | 'error'; timeout: number },
    ) {
      const id = key ?? createUuid();
      if (!action) {
        add({ id, description: message, actionProps: undefined, ...appearance });
        return;
      }
      add({
        id,
        ...appearance,
        description: (
          <>
            {message}
            <span className="sr-only"> To {action.label.toLowerCase()}, press F6.</span>
          </>
        ),
        actionProps: {
          children: action.label,
          'aria-label': `${action.label}: ${message}`,
          // Closed with the click, so that the action runs once.
          onClick() {
            close(id);
            action.run();
          },
        },
      });
    }
    return {
      news: (message: string, options: Options = {}) =>
        show(message, options, { type: 'news', timeout: newsTimeoutMs }),
      undoable: (message: string, undo: () => void, key: string) =>
        show(
          message,
          { key, action: { label: 'Undo', run: undo } },
          { type: 'news', timeout: undoTimeoutMs },
        ),
      error: (message: string, options: Options = {}) =>
        show(message, options, { type: 'error', timeout: errorTimeoutMs }),
      clear: (key: string) => close(key),
    };
  }, [add, close]);
}
