import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

/** How long a piece of news stays, in milliseconds; a failure stays longer. */
const newsTimeout = 6_000;
const failureTimeout = 20_000;

/** Shows short messages at the foot of the page, over dialogs too, and has them read out. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider timeout={newsTimeout}>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 bottom-4 z-70 mx-auto flex max-w-md flex-col gap-2 outline-none sm:right-6 sm:bottom-6 sm:left-auto sm:w-md [body:has([role=dialog])_&]:bottom-44 sm:[body:has([role=dialog])_&]:bottom-28">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

// The viewport is the live region; a dialog of its own, as Base UI has it, no message is.
const plainGroup = { role: 'group', 'aria-modal': undefined };
// Base UI hides the button of a message that lies under another; here none does.
const inSight = { 'aria-hidden': undefined };

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      {...plainGroup}
      className={`rounded-md border-l-4 bg-ink text-white shadow-xl ${toast.type === 'failure' ? 'border-barn' : 'border-moss'}`}
    >
      <Base.Content className="flex items-start gap-2 py-1 pr-1 pl-4">
        <Base.Description className="min-w-0 flex-1 self-center py-2 leading-snug [overflow-wrap:anywhere]" />
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

/** Two ways to tell the person something in passing: `news`, and `failure`, which stays longer. */
export function useToasts() {
  const { add } = Base.useToastManager();
  return useMemo(
    () => ({
      news: (description: string) => void add({ description, type: 'news' }),
      failure: (description: string) =>
        void add({ description, type: 'failure', timeout: failureTimeout }),
    }),
    [add],
  );
}
